#!/bin/sh
# Fetches ten manuals that nobody here wrote (Debian 12's packages) into a folder of your choice, each with its pages, a
# manifest.jsonl and our questions.
# Needs apt-get and dpkg, changes nothing else on the system. Usage: experiments/manuals/fetch.sh FOLDER
set -eu
if [ $# -ne 1 ]; then
  echo "usage: $0 FOLDER" >&2
  exit 2
fi
if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
  echo "apt-get and dpkg are needed. On another system, unpack the packages that this script names by hand." >&2
  exit 1
fi
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/packages"
cd "$1"
(cd packages && apt-get download git-doc debian-reference-en postgresql-doc-15 sqlite3-doc apache2-doc postfix-doc rsyslog-doc exim4-doc-html \
  bind9-doc python3.11-doc)
for package in packages/*.deb; do dpkg -x "$package" unpacked; done

# manual NAME FOLDER: the HTML pages of a folder under addresses that are the same on every machine, and the questions beside them.
manual() {
  rm -rf "$1"
  mkdir -p "$1"
  (cd "unpacked/usr/share/$2" && find . -name '*.html' -print | sort) | sed 's|^\./||' | while read -r page; do
    mkdir -p "$1/$(dirname "$page")"
    cp "unpacked/usr/share/$2/$page" "$1/$page"
    printf '{"url": "https://manuals.example/%s/%s", "file": "%s"}\n' "$1" "$page" "$page"
  done >"manifest-$1"
  mv "manifest-$1" "$1/manifest.jsonl"
  cp "$here/$1/questions.jsonl" "$1/"
  echo "$1: $(wc -l <"$1/manifest.jsonl") pages"
}
manual git doc/git-doc
manual debian debian-reference
manual postgresql doc/postgresql-doc-15/html
manual sqlite doc/sqlite3
# The English folder holds a few pages in other languages.
grep -rLE --include='*.html' '<html[^>]* lang="en"' unpacked/usr/share/doc/apache2-doc/manual/en | while read -r page; do rm "$page"; done
manual apache doc/apache2-doc/manual/en
manual postfix doc/postfix/html
# Without indexes of terms and the second names of chapters.
rm -f unpacked/usr/share/doc/rsyslog-doc/html/genindex.html unpacked/usr/share/doc/rsyslog-doc/html/search.html
manual rsyslog doc/rsyslog-doc/html
find unpacked/usr/share/doc/exim4-doc-html/spec_html \( -type l -o -name '*_index.html' \) -delete
manual exim doc/exim4-doc-html/spec_html
rm -f unpacked/usr/share/doc/bind9-doc/arm/genindex.html unpacked/usr/share/doc/bind9-doc/arm/search.html
manual bind9 doc/bind9-doc/arm
manual python doc/python3.11/html/library
