"""Excel files as an attacker makes them: small, and of a size that no reader should try to hold."""

import io
import zipfile

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEADINGS = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>Club</t></is></c></row>'
)


def workbook(sheet=None, texts=None, styles=None, book=None, packing=zipfile.ZIP_DEFLATED):
    """Return an Excel file of one sheet; each part is as given, or in order."""
    parts = {
        "_rels/.rels": _relations(officeDocument="xl/workbook.xml"),
        "xl/workbook.xml": book
        or f'<workbook {MAIN} xmlns:r="{_OFFICE}"><sheets>{SHEET}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relations(
            worksheet="worksheets/sheet1.xml", sharedStrings="sharedStrings.xml", styles="styles.xml"
        ),
        "xl/worksheets/sheet1.xml": sheet or sheet_of('<row r="2"><c r="A2" t="s"><v>0</v></c></row>'),
        "xl/sharedStrings.xml": texts or f"<sst {MAIN}><si><t>Bob</t></si></sst>",
        "xl/styles.xml": styles or f"<styleSheet {MAIN}/>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def sheet_of(rows, after=""):
    return f"<worksheet {MAIN}><sheetData>{_HEADINGS}{rows}</sheetData>{after}</worksheet>"


SHEET = '<sheet name="a" sheetId="1" r:id="worksheet"/>'
MB = 1_000_000


def hostile_files():
    """Return what makes the files, by name, each with the code with which it is refused."""
    entities = "".join(f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(8))
    laugh = f'<!DOCTYPE a [<!ENTITY a "{"A" * 1000}">{entities}]><sst {MAIN}><si><t>&i;</t></si></sst>'
    outside = f'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst {MAIN}><si><t>&x;</t></si></sst>'
    long_text = '<c t="inlineStr"><is><t>' + "a" * 32_000 + "</t></is></c>"
    one_text = f"<sst {MAIN}><si><t>{'a' * 32_000}</t></si></sst>"
    merged = '<mergeCells><mergeCell ref="A2:AX20000"/></mergeCells>'
    area = '<mergeCell ref="A1:XFD1048576"/>'
    return {
        "cells": (
            lambda: workbook(sheet_of('<row r="2">' + "<c/>" * (55 * MB // 4) + "</row>")),
            "excel_cells",
        ),
        "rows": (lambda: workbook(sheet_of("<row/>" * (55 * MB // 6))), "excel_cells"),
        "elements": (lambda: workbook(sheet_of("", "<x/>" * (55 * MB // 4))), "excel_cells"),
        "merged": (
            lambda: workbook(sheet_of("", f"<mergeCells>{area * 1_500_000}</mergeCells>")),
            "excel_merged",
        ),
        "shared texts": (
            lambda: workbook(texts=f"<sst {MAIN}>{'<si/>' * (55 * MB // 5)}</sst>"),
            "excel_cells",
        ),
        "long texts": (lambda: workbook(sheet_of(f"<row>{long_text}</row>" * 1_500)), "excel_text"),
        "one text": (
            lambda: workbook(texts=f"<sst {MAIN}><si><t>{'a' * 50 * MB}</t></si></sst>"),
            "excel_text",
        ),
        "one text often": (
            lambda: workbook(sheet_of('<row><c t="s"><v>0</v></c></row>' * 19_000, merged), one_text),
            "excel_text",
        ),
        "deep": (
            lambda: workbook(texts=f"<sst {MAIN}>{'<si>' * 5 * MB}{'</si>' * 5 * MB}</sst>"),
            "bad_excel",
        ),
        "long tag": (lambda: workbook(f'<worksheet {MAIN} x="{"a" * 50 * MB}"/>'), "bad_excel"),
        "long comment": (
            lambda: workbook(f"<worksheet {MAIN}><!--{'a' * 50 * MB}--></worksheet>"),
            "bad_excel",
        ),
        "styles": (
            lambda: workbook(styles=f"<styleSheet {MAIN}>{'<font/>' * (55 * MB // 7)}</styleSheet>"),
            "excel_cells",
        ),
        "sheets": (
            lambda: workbook(
                book=f'<workbook {MAIN} xmlns:r="{_OFFICE}"><sheets>{SHEET * MB}</sheets></workbook>'
            ),
            "excel_cells",
        ),
        "entities": (lambda: workbook(texts=laugh), "bad_excel"),
        "outside": (lambda: workbook(texts=outside), "bad_excel"),
        "packing": (lambda: workbook(packing=zipfile.ZIP_LZMA), "bad_excel"),
    }


def _relations(**targets):
    rows = "".join(
        f'<Relationship Id="{kind}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for kind, target in targets.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'
