"""Registries' answers, made: no such work exists. Their shapes are those that each registry documents and its clients' tests show.

Numbers of arXiv above 2404.98999 and DOIs below 10.5555 are given to nobody.
"""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

Json = dict[str, Any]
Date = tuple[int, ...]


def crossref(
    doi: str,
    title: str,
    authors: list[tuple[str, str] | str],
    published: Date,
    *,
    container: str = "",
    kind: str = "journal-article",
    online: Date | None = None,
    publisher: str = "Made Press",
    subtitle: str = "",
    relation: Json | None = None,
    updated_by: list[Json] | None = None,
    update_to: list[Json] | None = None,
) -> Json:
    """A work as the field `message` holds it. authors: (given, family), or a body's name."""
    entries: list[Json] = []
    for place, author in enumerate(authors):
        sequence = "first" if place == 0 else "additional"
        if isinstance(author, str):
            entries.append({"name": author, "sequence": sequence, "affiliation": []})
        else:
            entries.append({"given": author[0], "family": author[1], "sequence": sequence, "affiliation": [{"name": "A University"}]})
    stamp = {"date-parts": [[2024, 6, 1]], "date-time": "2024-06-01T10:11:12Z", "timestamp": 1717236672000}
    work: Json = {
        "indexed": {**stamp, "version": "3.40.3"},
        "reference-count": 31,
        "publisher": publisher,
        "content-domain": {"domain": [], "crossmark-restriction": False},
        "short-container-title": [],
        "DOI": doi,
        "type": kind,
        "created": stamp,
        "source": "Crossref",
        "is-referenced-by-count": 7,
        "title": [title],
        "prefix": doi.split("/")[0],
        "author": entries,
        "member": "9999",
        "container-title": [container] if container else [],
        "original-title": [],
        "language": "en",
        "deposited": stamp,
        "score": 1.0,
        "subtitle": [subtitle] if subtitle else [],
        "short-title": [],
        "issued": {"date-parts": [list(online or published)]},
        "references-count": 31,
        "URL": f"https://doi.org/{doi}",
        "relation": relation or {},
        "published": {"date-parts": [list(online or published)]},
    }
    if online:
        work |= {"published-online": {"date-parts": [list(online)]}, "published-print": {"date-parts": [list(published)]}}
    elif kind == "posted-content":
        work |= {"posted": {"date-parts": [list(published)]}, "subtype": "preprint", "institution": [{"name": container or "An Archive"}]}
        work["container-title"] = []
    else:
        work |= {"published-print": {"date-parts": [list(published)]}}
    if updated_by:
        work["updated-by"] = updated_by
    if update_to:
        work["update-to"] = update_to
    return work


def notice(kind: str, doi: str) -> Json:
    return {
        "DOI": doi,
        "type": kind,
        "label": kind.capitalize(),
        "source": "retraction-watch",
        "updated": {"date-parts": [[2025, 2, 3]]},
        "record-id": "61234",
    }


def crossref_list(*works: Json) -> Json:
    return {
        "status": "ok",
        "message-type": "work-list",
        "message-version": "1.0.0",
        "message": {
            "facets": {},
            "total-results": len(works),
            "items": list(works),
            "items-per-page": 10,
            "query": {"start-index": 0, "search-terms": None},
        },
    }


def crossref_work(work: Json) -> Json:
    return {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": work}


def datacite(
    doi: str,
    title: str,
    creators: list[tuple[str, str] | str],
    year: int,
    *,
    publisher: str = "arXiv",
    dates: list[tuple[str, str]] | None = None,
    general: str = "Preprint",
    related: list[tuple[str, str, str]] | None = None,
    version: str | None = None,
    container: Json | None = None,
    other_titles: list[Json] | None = None,
    state: str = "findable",
) -> Json:
    """An entry of `data`. creators: (given, family), or a body's name. dates: (type, date). related: (relation, scheme, identifier)."""
    made: list[Json] = []
    for creator in creators:
        if isinstance(creator, str):
            made.append({"name": creator, "nameType": "Organizational", "affiliation": [], "nameIdentifiers": []})
        else:
            name = {"name": f"{creator[1]}, {creator[0]}", "givenName": creator[0], "familyName": creator[1]}
            made.append({**name, "nameType": "Personal", "affiliation": [], "nameIdentifiers": []})
    return {
        "id": doi,
        "type": "dois",
        "attributes": {
            "doi": doi,
            "prefix": doi.split("/")[0],
            "suffix": doi.split("/", 1)[1],
            "identifiers": [],
            "alternateIdentifiers": [],
            "creators": made,
            "titles": [*(other_titles or []), {"title": title}],
            "publisher": publisher,
            "container": container or {},
            "publicationYear": year,
            "subjects": [{"subject": "Machine Learning (cs.LG)", "subjectScheme": "arXiv"}],
            "contributors": [],
            "dates": [{"date": date, "dateType": kind} for kind, date in dates or []],
            "language": None,
            "types": {
                "ris": "GEN",
                "bibtex": "misc",
                "citeproc": "article",
                "schemaOrg": "CreativeWork",
                "resourceType": "Article",
                "resourceTypeGeneral": general,
            },
            "relatedIdentifiers": [
                {"relationType": relation, "relatedIdentifier": identifier, "relatedIdentifierType": scheme}
                for relation, scheme, identifier in related or []
            ],
            "relatedItems": [],
            "sizes": [],
            "formats": [],
            "version": version,
            "rightsList": [],
            "descriptions": [{"description": "We make a thing.", "descriptionType": "Abstract"}],
            "geoLocations": [],
            "fundingReferences": [],
            "url": "https://example.org/",
            "contentUrl": None,
            "metadataVersion": 1,
            "schemaVersion": "http://datacite.org/schema/kernel-4",
            "source": "mds",
            "isActive": True,
            "state": state,
            "reason": None,
            "viewCount": 0,
            "citationCount": 0,
            "created": "2024-04-02T01:02:03.000Z",
            "registered": "2024-04-02T01:02:04.000Z",
            "published": str(year),
            "updated": "2024-05-02T01:02:04.000Z",
        },
        "relationships": {"client": {"data": {"id": "arxiv.content", "type": "clients"}}, "media": {"data": []}},
    }


def datacite_list(*entries: Json) -> Json:
    return {
        "data": list(entries),
        "meta": {"total": len(entries), "totalPages": 1, "page": 1},
        "links": {"self": "https://api.datacite.org/dois"},
    }


def arxiv_entry(
    number: str,
    title: str,
    authors: list[str],
    published: str,
    updated: str = "",
    *,
    comment: str = "",
    doi: str = "",
    journal: str = "",
    summary: str = "We make a thing.",
) -> str:
    """An entry of the Atom feed. number: with its version."""
    named = "".join(f"<author><name>{escape(author)}</name></author>" for author in authors)
    return (
        f"<entry><id>http://arxiv.org/abs/{number}</id><updated>{updated or published}</updated><published>{published}</published>"
        f"<title>{escape(title)}</title><summary>  {escape(summary)}\n</summary>{named}"
        + (f'<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">{escape(doi)}</arxiv:doi>' if doi else "")
        + (f'<arxiv:comment xmlns:arxiv="http://arxiv.org/schemas/atom">{escape(comment)}</arxiv:comment>' if comment else "")
        + (f'<arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">{escape(journal)}</arxiv:journal_ref>' if journal else "")
        + f'<link href="http://arxiv.org/abs/{number}" rel="alternate" type="text/html"/>'
        f'<link title="pdf" href="http://arxiv.org/pdf/{number}" rel="related" type="application/pdf"/>'
        '<arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.LG" scheme="http://arxiv.org/schemas/atom"/>'
        '<category term="cs.LG" scheme="http://arxiv.org/schemas/atom"/></entry>'
    )


def arxiv_feed(*entries: str, total: int | None = None) -> bytes:
    count = len(entries) if total is None else total
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">'
        '<link href="http://arxiv.org/api/query?search_query%3D" rel="self" type="application/atom+xml"/>'
        '<title type="html">ArXiv Query</title>'
        "<id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id><updated>2024-06-01T00:00:00-04:00</updated>"
        f'<opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{count}</opensearch:totalResults>'
        '<opensearch:startIndex xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">0</opensearch:startIndex>'
        f'<opensearch:itemsPerPage xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">{count}</opensearch:itemsPerPage>'
        + "".join(entries)
        + "</feed>"
    ).encode()


_STAMPS = "<updated>2024-06-01T00:00:00-04:00</updated><published>2024-06-01T00:00:00-04:00</published>"
ARXIV_ERROR = arxiv_feed(
    "<entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_1234</id><title>Error</title>"
    f"<summary>incorrect id format for 1234</summary>{_STAMPS}"
    '<link href="http://arxiv.org/api/errors#incorrect_id_format_for_1234" rel="alternate" type="text/html"/>'
    "<author><name>arXiv api core</name></author></entry>"
)


def openalex(
    own: str,
    title: str,
    authors: list[str],
    date: str,
    *,
    doi: str = "",
    venue: str = "",
    retracted: bool = False,
    kind: str = "article",
    arxiv: str = "",
) -> Json:
    source = (
        {"id": "https://openalex.org/S1", "display_name": venue, "type": "journal", "host_organization_name": "Made Press"}
        if venue
        else None
    )
    place = {
        "is_oa": True,
        "landing_page_url": f"https://doi.org/{doi}" if doi else None,
        "pdf_url": None,
        "source": source,
        "version": "publishedVersion",
    }
    copy = {"is_oa": True, "landing_page_url": f"http://arxiv.org/abs/{arxiv}", "pdf_url": f"https://arxiv.org/pdf/{arxiv}", "source": None}
    return {
        "id": f"https://openalex.org/{own}",
        "doi": f"https://doi.org/{doi}" if doi else None,
        "title": title,
        "display_name": title,
        "publication_year": int(date[:4]),
        "publication_date": date,
        "type": kind,
        "is_retracted": retracted,
        "primary_location": place,
        "locations": [place, *([copy] if arxiv else [])],
        "authorships": [
            {
                "author_position": "first" if place == 0 else "middle",
                "author": {"id": f"https://openalex.org/A{place}", "display_name": name, "orcid": None},
                "institutions": [],
                "raw_author_name": name,
            }
            for place, name in enumerate(authors)
        ],
        "abstract_inverted_index": {"We": [0], "make": [1], "a": [2], "thing.": [3]},
    }


def openalex_list(*works: Json) -> Json:
    return {"meta": {"count": len(works), "db_response_time_ms": 12, "page": 1, "per_page": 10}, "results": list(works), "group_by": []}


def semantic_scholar(
    own: str, title: str, authors: list[str], year: int, *, doi: str = "", arxiv: str = "", venue: str = "", date: str | None = None
) -> Json:
    external: Json = {"CorpusId": 490415}
    external |= {"DOI": doi} if doi else {}
    external |= {"ArXiv": arxiv} if arxiv else {}
    return {
        "paperId": own,
        "externalIds": external,
        "url": f"https://www.semanticscholar.org/paper/{own}",
        "title": title,
        "abstract": None,
        "venue": venue,
        "year": year,
        "publicationTypes": ["JournalArticle"] if doi else None,
        "publicationDate": date,
        "journal": {"name": venue} if venue else None,
        "authors": [{"authorId": str(place), "name": name} for place, name in enumerate(authors)],
    }


def semantic_scholar_list(*papers: Json) -> Json:
    return {"total": len(papers), "offset": 0, "data": list(papers)} if papers else {"total": 0, "offset": 0}


def upload(filename: str, stamp: str, yanked: bool = False) -> Json:
    return {
        "comment_text": "",
        "digests": {"sha256": "0" * 64, "md5": "0" * 32, "blake2b_256": "0" * 64},
        "filename": filename,
        "has_sig": False,
        "packagetype": "bdist_wheel" if filename.endswith(".whl") else "sdist",
        "python_version": "py3",
        "requires_python": ">=3.9",
        "size": 12345,
        "upload_time": stamp[:19],
        "upload_time_iso_8601": stamp,
        "url": f"https://files.example/{filename}",
        "yanked": yanked,
        "yanked_reason": "a wrong file" if yanked else None,
    }


def project(
    name: str, version: str, releases: dict[str, list[Json]], *, summary: str = "Makes things", urls: Json | None = None, author: str = ""
) -> Json:
    info = {
        "author": author or None,
        "author_email": "A Person <a@example.org>",
        "classifiers": [],
        "description": "",
        "home_page": None,
        "keywords": "",
        "license": None,
        "license_expression": "MIT",
        "maintainer": None,
        "name": name,
        "package_url": f"https://pypi.org/project/{name}/",
        "project_urls": urls,
        "release_url": f"https://pypi.org/project/{name}/{version}/",
        "requires_dist": None,
        "summary": summary,
        "version": version,
        "yanked": False,
        "yanked_reason": None,
    }
    return {"info": info, "last_serial": 1, "releases": releases, "urls": releases[version], "vulnerabilities": []}


def simple(name: str, files: list[tuple[str, str, bool]], versions: list[str]) -> Json:
    """files: (file name, upload time, yanked)."""
    return {
        "meta": {"api-version": "1.1", "_last-serial": 1},
        "name": name,
        "versions": versions,
        "files": [
            {
                "filename": file,
                "hashes": {"sha256": "0" * 64},
                "requires-python": ">=3.9",
                "size": 123,
                "upload-time": stamp,
                "url": f"../../files/{file}",
                "yanked": "a wrong file" if yanked else False,
            }
            for file, stamp, yanked in files
        ],
    }


def github_repository(name: str, created: str, pushed: str, description: str = "Makes things") -> Json:
    owner = name.split("/")[0]
    return {
        "id": 1,
        "node_id": "R_1",
        "name": name.split("/")[1],
        "full_name": name,
        "private": False,
        "owner": {"login": owner, "id": 2, "type": "Organization"},
        "html_url": f"https://github.com/{name}",
        "description": description,
        "fork": False,
        "created_at": created,
        "updated_at": pushed,
        "pushed_at": pushed,
        "stargazers_count": 3,
        "license": {"key": "mit", "spdx_id": "MIT"},
        "archived": False,
        "default_branch": "main",
    }


def github_commit(sha: str, message: str, author: str, date: str) -> Json:
    person = {"name": author, "email": "a@example.org", "date": date}
    return {
        "sha": sha,
        "node_id": "C_1",
        "commit": {"author": person, "committer": person, "message": message, "comment_count": 0},
        "author": {"login": "someone"},
        "parents": [],
    }


def github_release(name: str, tag: str, date: str, body: str, *, draft: bool = False, title: str = "") -> Json:
    return {
        "url": f"https://api.github.com/repos/{name}/releases/1",
        "html_url": f"https://github.com/{name}/releases/tag/{tag}",
        "id": 1,
        "author": {"login": "someone"},
        "tag_name": tag,
        "target_commitish": "main",
        "name": title or tag,
        "draft": draft,
        "prerelease": False,
        "created_at": date,
        "published_at": None if draft else date,
        "assets": [],
        "body": body,
    }
