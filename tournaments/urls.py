"""Addresses of people and accounts."""

from django.urls import path

from tournaments.views import accounts, people

urlpatterns = [
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    path("people/", people.people_list, name="people"),
    path("people/new/", people.new_person, name="new-person"),
    path("people/<int:player_id>/", people.person, name="person"),
    path("people/<int:player_id>/data.json", people.person_data, name="person-data"),
    path("people/<int:player_id>/forget/", people.forget, name="forget-person"),
    path("people/duplicates/", people.duplicates, name="people-duplicates"),
    path("people/merge/", people.merge, name="merge-people"),
    path("people/import/", people.new_import, name="new-people-import"),
    path("people/import/<int:list_id>/", people.look_at_import, name="people-import"),
    path("people/export.<str:kind>", people.export, name="export-people"),
]
