"""Writes order files with Python's csv, openpyxl, and LibreOffice, and prints what each one contains.

Reads one JSON line {"folder"} and prints one list of {"file", "rows"}. A row has its line in the file, its values as an
import must read them, and the names of the cells that an import must report.
"""

import csv
import datetime
import io
import json
import os
import random
import subprocess
import sys

import openpyxl
from openpyxl.utils.datetime import CALENDAR_MAC_1904

BY_CSV = 900
BY_OPENPYXL = 300
SHEETS = 75
BY_LIBREOFFICE_XLSX = 200

COLUMNS = ["brightree_db", "patient_id", "sales_order_no", "patient_name", "dob", "phone", "email", "state", "recdate"]
TITLES = {
    "brightree_db": ["brightree_db", "Brightree DB", "Database"],
    "patient_id": ["patient_id", "Patient ID", "Patient #"],
    "sales_order_no": ["sales_order_no", "Sales Order #", "Sales Order No.", "SO Number", "Order Number"],
    "patient_name": ["patient_name", "Patient Name", "Patient", "Full Name"],
    "dob": ["dob", "DOB", "Date of Birth", "Birth Date"],
    "phone": ["phone", "Phone", "Mobile Phone", "Cell", "Phone Number"],
    "email": ["email", "E-mail", "Email Address"],
    "state": ["state", "State"],
    "recdate": ["recdate", "Date Received"],
}
NAMES = ["Ann Lee", "Baker, Dot", "José Núñez", "Renée Müller-Groß", "O'Brien, Tom", "'t Hooft, Gerard", "Mary \"May\" Poe"]
NAMES += ["Ana de la Cruz; Jr", "SMITH|JONES, PAT", "Zoë D’Arcy", "Ng, An\tBinh", "Two\nLines", "  Space  Around  ", "=Equal Sign"]
WIDE_NAMES = ["Łukasz Wałęsa", "Đặng Thị Hoa", "Ирина Попова", "李小龙", "Şule Çelik"]
ORDERS = ["0099001", "SO-{0}", "{0}", "12345678901234{0}", "00{0}", "A/{0}-B", "1E{0}X"]
EMPTY = {"dob": None, "phone": None, "email": None, "state": None, "recdate": None}


def one_line(text):
    return " ".join(text.split())


def order(rng, place, encoding):
    """An order as an import must read it, and how its cells are written."""
    names = NAMES + (WIDE_NAMES if encoding.startswith("utf") else [])
    number = str(1000 + place * 7)
    day = datetime.date(1930, 1, 1) + datetime.timedelta(days=rng.randrange(30000))
    received = datetime.date(2026, 1, 1) + datetime.timedelta(days=rng.randrange(200))
    digits = "9195550%03d" % rng.randrange(1000)
    name = rng.choice(names)
    no = rng.choice(ORDERS).format(number)
    read = {
        "brightree_db": "QHMS",
        "patient_id": int(number),
        "sales_order_no": no,
        "patient_name": one_line(name),
        "dob": day.isoformat(),
        "phone": "+1" + digits,
        "email": "p%s@mail.example" % number,
        "state": rng.choice(["NC", "PR", "GU", "CA"]),
        "recdate": received.isoformat(),
    }
    phone = rng.choice(["(%s) %s-%s", "%s-%s-%s", "%s.%s.%s", "+1 %s %s %s", "%s%s%s"])
    cells = {
        "brightree_db": "QHMS",
        "patient_id": int(number),
        "sales_order_no": no,
        "patient_name": name,
        "dob": day,
        "phone": phone % (digits[:3], digits[3:6], digits[6:]),
        "email": read["email"],
        "state": {"NC": "North Carolina", "PR": "pr", "GU": "Guam", "CA": "CA"}[read["state"]],
        "recdate": received,
    }
    reported = []
    for column in ["dob", "phone", "email", "state"]:
        if rng.random() < 0.05:
            cells[column] = ""
            read[column] = None
    mistake = rng.random()
    if mistake < 0.04:
        column, cell = rng.choice([("phone", "12"), ("dob", "2/30/1961"), ("email", "nobody"), ("state", "Narnia")])
        cells[column], read[column] = cell, None
        reported.append(column)
    elif mistake < 0.06:
        column, cell = rng.choice([("patient_id", "x12"), ("sales_order_no", "1.2E+05"), ("sales_order_no", "")])
        cells[column], read = cell, None
        reported.append(column)
    return read, cells, reported


def layout(rng):
    columns = COLUMNS + rng.sample(["Notes", "Age (years)", "Column 1"], rng.randrange(3))
    rng.shuffle(columns)
    return columns, [rng.choice(TITLES.get(column, [column])) for column in columns]


def extra(rng):
    return rng.choice(["", "see chart, page 2", 'says "hi"', 7])


def shown(value, date_format):
    """A date as text. The month and day without zeros, as Excel shows them, aren't in strftime everywhere."""
    if not isinstance(value, datetime.date):
        return value
    return date_format.format(y=value.year, m=value.month, d=value.day)


DATES = ["{y}-{m:02}-{d:02}", "{m}/{d}/{y}", "{m:02}/{d:02}/{y}", "{y}-{m:02}-{d:02} 00:00:00", "{m}/{d}/{y} 0:00"]
DATES += ["{y}-{m:02}-{d:02}T00:00:00Z", "{m:02}-{d:02}-{y}"]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"]


def write_csv(rng, path):
    encoding = rng.choice(ENCODINGS)
    dialect = {
        "delimiter": rng.choice([",", ",", ";", "\t", "|"]),
        "lineterminator": rng.choice(["\r\n", "\n", "\r\n", "\r"]),
        "quoting": rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    }
    # Old Pythons leave a line break unquoted if it isn't the one that ends lines.
    if dialect["lineterminator"] == "\r":
        dialect["quoting"] = csv.QUOTE_ALL
    date_format = rng.choice(DATES)
    is_float = rng.random() < 0.1
    marks = rng.random() < 0.1
    columns, titles = layout(rng)
    text = io.StringIO()
    writer = csv.writer(text, **dialect)
    if rng.random() < 0.1:
        text.write("sep=" + dialect["delimiter"] + dialect["lineterminator"])
    writer.writerow(titles)
    rows = []
    # A line in this file is what an editor counts, so a name on two lines has two.
    lines = lambda: text.getvalue().replace("\r\n", "\n").replace("\r", "\n").count("\n")
    for place in range(1 + rng.randrange(130 if rng.random() < 0.1 else 12)):
        read, cells, reported = order(rng, place, encoding)
        if rng.random() < 0.05:
            text.write(rng.choice(["", dialect["delimiter"] * (len(columns) - 1)]) + dialect["lineterminator"])
        rows.append({"line": lines() + 1, "read": read, "reported": reported})
        row = [shown(cells[column], date_format) if column in cells else extra(rng) for column in columns]
        if is_float and not reported:
            row[columns.index("patient_id")] = float(cells["patient_id"])
            if cells["phone"]:
                row[columns.index("phone")] = float(read["phone"][2:])
        if marks and cells["sales_order_no"].isdigit():
            row[columns.index("sales_order_no")] = '="%s"' % cells["sales_order_no"]
        writer.writerow(row)
    with open(path, "wb") as file:
        file.write(text.getvalue().encode(encoding))
    return rows


NUMBER_FORMATS = ["mm-dd-yy", "yyyy-mm-dd", "m/d/yyyy", "mm/dd/yyyy", "[$-409]m/d/yyyy", "d-mmm-yy", "mmmm d, yyyy"]


def fill_sheet(rng, sheet, number_format=None, has_formulas=False, is_for_text=False, encoding="utf-8"):
    columns, titles = layout(rng)
    sheet.append(titles)
    rows = []
    chosen = number_format or rng.choice(NUMBER_FORMATS)
    kind = rng.choice([datetime.date, datetime.datetime])
    breaks = 0
    for place in range(1 + rng.randrange(12)):
        read, cells, reported = order(rng, place, encoding)
        line = place + 2
        # In a text, a name on two lines moves what follows.
        rows.append({"line": line + breaks, "read": read, "reported": reported})
        breaks += cells["patient_name"].count("\n") if is_for_text else 0
        for index, column in enumerate(columns, 1):
            value = cells[column] if column in cells else extra(rng)
            cell = sheet.cell(line, index)
            if isinstance(value, datetime.date):
                cell.value = value if kind is datetime.date else datetime.datetime(value.year, value.month, value.day)
                cell.number_format = chosen
            elif column == "phone" and read and value and not reported and rng.random() < 0.3:
                cell.value = int(read["phone"][2:])
            elif isinstance(value, str) and value.startswith("="):
                cell.value = value
                cell.data_type = "s"
            elif has_formulas and column == "email" and value and not reported:
                cell.value = '="%s"&"%s"' % (value[:3], value[3:])
            else:
                cell.value = value if value != "" else None
    return rows


def write_workbook(rng, path, has_formulas=False):
    workbook = openpyxl.Workbook()
    if rng.random() < 0.2:
        workbook.epoch = CALENDAR_MAC_1904
    rows = fill_sheet(rng, workbook.active, has_formulas=has_formulas)
    if rng.random() < 0.3:
        workbook.create_sheet("Notes").append(["not", "orders"])
    workbook.save(path)
    return rows


def soffice(folder, target, files):
    profile = "-env:UserInstallation=file://" + os.path.join(folder, "profile")
    command = ["soffice", profile, "--headless", "--convert-to", target, "--outdir", os.path.join(folder, "out")]
    subprocess.run(command + files, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=500)


# Separator, encoding (76 is UTF-8, 1 is Windows-1252, 65535 is UTF-16), and locale (US, German, Mexican, US Spanish).
EXPORTS = [(44, 76, 1033), (59, 76, 1031), (9, 76, 1033), (44, 1, 1033), (59, 1, 2058), (9, 65535, 1033)]
EXPORTS += [(44, 76, 21514), (124, 76, 1033)]
SHOWN_FORMATS = ["m/d/yyyy", "yyyy-mm-dd", "mm/dd/yyyy"]


def write_with_libreoffice(rng, folder):
    """Each workbook becomes one CSV file for each of its sheets, in one run."""
    written = []
    os.mkdir(os.path.join(folder, "out"))
    for index, (separator, encoding, locale) in enumerate(EXPORTS):
        workbook = openpyxl.Workbook()
        workbook.remove(workbook.active)
        name = "book%d" % index
        sheets = []
        for title in map(str, range(SHEETS)):
            sheet = workbook.create_sheet(title)
            wide = "cp1252" if encoding == 1 else "utf-8"
            rows = fill_sheet(rng, sheet, rng.choice(SHOWN_FORMATS), is_for_text=True, encoding=wide)
            sheets.append((title, rows))
        path = os.path.join(folder, name + ".xlsx")
        workbook.save(path)
        quotes_all = str(rng.random() < 0.3).lower()
        options = "%d,34,%d,1,,%d,%s,true,false,false,false,-1" % (separator, encoding, locale, quotes_all)
        soffice(folder, "csv:Text - txt - csv (StarCalc):" + options, [path])
        written += [(os.path.join(folder, "out", "%s-%s.csv" % (name, title)), rows) for title, rows in sheets]
    books = []
    for index in range(BY_LIBREOFFICE_XLSX):
        path = os.path.join(folder, "saved%d.xlsx" % index)
        books.append(path)
        rows = write_workbook(rng, path, has_formulas=True)
        written.append((os.path.join(folder, "out", os.path.basename(path)), rows))
    soffice(folder, "xlsx:Calc MS Excel 2007 XML", books)
    return written


def main():
    folder = json.loads(sys.stdin.readline())["folder"]
    rng = random.Random(46)
    written = []
    for index in range(BY_CSV):
        path = os.path.join(folder, "%d.csv" % index)
        written.append((path, write_csv(rng, path)))
    for index in range(BY_OPENPYXL):
        path = os.path.join(folder, "%d.xlsx" % index)
        written.append((path, write_workbook(rng, path)))
    written += write_with_libreoffice(rng, folder)
    print(json.dumps([{"file": path, "rows": rows} for path, rows in written]))


main()
