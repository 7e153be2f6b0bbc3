"""Lists of people as tests read and import them."""

from tournaments.people.imports import services
from tournaments.people.imports.columns import reading_of
from tournaments.people.imports.files import lines_of, read_people


def read_lines(data, file_name):
    table = read_people(data, file_name)
    return lines_of(table.rows, reading_of(table.headings))


def import_file(page, look, **chosen):
    """Ask for the import on its page, and do what the background would do; return the answer."""
    mark = page.get(look).context["mark"]
    answer = page.post(look, {"mark": mark} | chosen)
    if answer.status_code == 302:
        services.import_list(int(look.strip("/").rpartition("/")[2]))
    return answer


def keep_list_of(keeper, *lines):
    data = "\n".join(("Name;Licence;Club", *lines)).encode()
    return services.keep_list(data=data, file_name="members.csv", by=keeper)


def import_kept(list_, by):
    """Import a list as it is looked at now."""
    mark = services.tag_import_plan(services.plan_of(list_))
    return services.import_people(people=list_, mark=mark, by=by)
