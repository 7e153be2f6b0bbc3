"""An address of two machines: the program, and the programs of a backup, talk to the one that takes writes."""

from deploy import environment
from deploy.backups.databases import environment_for

ADDRESS = (
    "postgresql://a:b@10.0.0.1:5432,10.0.0.2:5433/isotop?target_session_attrs=read-write&connect_timeout=3"
)


def test_the_address_of_two_machines(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", ADDRESS)
    values = environment.read("DATABASE_URL")
    assert (values["HOST"], values["PORT"]) == ("10.0.0.1,10.0.0.2", "5432,5433")
    assert values["OPTIONS"] == {"target_session_attrs": "read-write", "connect_timeout": 3}


def test_programs_of_a_backup_go_to_the_primary(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", ADDRESS)
    told = environment_for(environment.read("DATABASE_URL"))
    assert told["PGHOST"] == "10.0.0.1,10.0.0.2"
    assert (told["PGTARGETSESSIONATTRS"], told["PGCONNECT_TIMEOUT"]) == ("read-write", "3")
