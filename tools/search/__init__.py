"""Finding sources: one provider a file, one protocol, and every way in which a search can end a value.

    records      what a search found, and how it ended
    endpoint     a provider's interface behind the door: asked, read, and given up where it refuses
    profiles     which providers a named setting asks, and what is told before they are asked
    desk         the providers of a run together; the registries' answers as identities
    follow       from a post, a page or a preprint to the primary source, with the chain kept

A title or a snippet is outside text. What a discovery source brings (Hacker News, Hugging Face Papers) is a link to follow and what
somebody says of it: never the ground of a verdict.
"""
