"""Accounts on the support desk: a member of staff with every right but those of a superuser gets at none."""

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.urls import reverse

pytestmark = pytest.mark.django_db


def test_staff_make_nobody_a_superuser(client):
    staff = User.objects.create_user("staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.all())
    operator = User.objects.create_superuser("ann", password="seven tiles")
    group = Group.objects.create(name="Everything")
    client.force_login(staff)
    assert client.get(reverse("admin:tournaments_event_changelist")).status_code == 200
    addresses = [
        reverse(f"admin:auth_{kind}_{page}") for kind in ("user", "group") for page in ("changelist", "add")
    ]
    addresses += [reverse("admin:auth_user_change", args=[one.pk]) for one in (staff, operator)]
    addresses += [reverse("admin:auth_user_password_change", args=[operator.pk])]
    addresses += [reverse("admin:auth_group_change", args=[group.pk])]
    fields = {"username": "staff", "is_active": "on", "is_staff": "on", "is_superuser": "on", "name": "x"}
    for address in addresses:
        assert client.get(address).status_code == 403, address
        assert client.post(address, fields).status_code == 403, address
    staff.refresh_from_db()
    assert not staff.is_superuser
    client.force_login(operator)
    assert {client.get(address).status_code for address in addresses} == {200}
