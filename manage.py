#!/usr/bin/env python
"""Isotop's command line: `python manage.py help` lists the commands."""

from deploy.command_line import main

if __name__ == "__main__":
    main()
