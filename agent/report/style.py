"""The style sheet of report.html: light and dark, tables that fold into cards on a phone, passages as sheets."""

STYLE = """
:root{color-scheme:light dark;--ink:#1d2126;--soft:#5b6570;--page:#fcfcfa;--raised:#fff;--line:#d9dde1;--link:#0b57a4;
--mark:#ffe28a;--wash:#eef3f8}
@media(prefers-color-scheme:dark){:root{--ink:#e4e6e8;--soft:#9aa4ae;--page:#15181b;--raised:#1f2327;--line:#363d44;--link:#7db8f5;--mark:#6b5410;--wash:#20282f}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:90rem;padding:1.2rem;color:var(--ink);background:var(--page);font:1rem/1.6 Georgia,'Times New Roman',serif;
display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 2.5rem;overflow-wrap:break-word}
header,footer{grid-column:1/-1}
header p{margin:0;color:var(--soft)}
h1,h2,h3,nav,table,.mark,.where,footer{font-family:system-ui,-apple-system,'Segoe UI',sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:.1rem 0 1.5rem}
h2{font-size:1.3rem;margin:2.2rem 0 .8rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
section:first-child h2{margin-top:0}
h3{font-size:1.02rem;margin:1.5rem 0 .5rem}
nav{position:sticky;top:1rem;align-self:start;font-size:.9rem}
nav ol{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.25rem .5rem;border-left:3px solid var(--line);color:var(--ink);text-decoration:none}
nav a:hover{border-color:var(--link);color:var(--link)}
a{color:var(--link)}
p,li,blockquote{max-width:46rem}
li{margin:.25rem 0}
code,pre{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;unicode-bidi:isolate}
code{background:var(--wash);padding:.08em .3em;border-radius:3px}
pre{overflow-x:auto;background:var(--wash);padding:.7rem;border-radius:4px}
table{border-collapse:collapse;width:100%;font-size:.875rem;line-height:1.45}
th{text-align:left;position:sticky;top:0;background:var(--page)}
th,td{padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child{width:34%}
.mark{display:inline-block;padding:0 .32em;border-radius:3px;background:var(--wash);font-size:.8em;text-decoration:none;font-weight:600}
.box{font-size:1.2em}
.sheet{position:relative;border:1px solid var(--line);border-radius:6px;background:var(--raised);padding:.7rem 1rem;margin:.7rem 0}
.sheet h3{margin:0 2rem .3rem 0}
.sheet h3 small{font-weight:400;color:var(--soft)}
.sheet p{margin:.3rem 0}
.close{display:none}
.where{color:var(--soft);font-size:.875rem}
blockquote{margin:.4rem 0;padding-left:.8rem;border-left:3px solid var(--line);white-space:pre-wrap;unicode-bidi:isolate}
mark{background:var(--mark);color:inherit;padding:.05em 0}
del{text-decoration-color:#b3261e}ins{text-decoration-color:#1b7f3b}
.sheet del,.sheet ins{white-space:pre-wrap;unicode-bidi:isolate}
@media screen{.sheet:target{position:fixed;z-index:9;left:50%;bottom:0;transform:translateX(-50%);width:min(52rem,100vw);
max-height:65vh;overflow:auto;
margin:0;border-radius:10px 10px 0 0;box-shadow:0 -6px 40px rgba(0,0,0,.35)}
.sheet:target .close{display:block;position:absolute;top:.3rem;right:.6rem;font-size:1.6rem;
line-height:1;padding:.3rem;text-decoration:none}}
footer{margin-top:3rem;color:var(--soft);font-size:.8rem}
@media(max-width:60rem){body{display:block;padding:1rem}nav{position:static;margin-bottom:1.5rem}
table,tbody,tr,td{display:block;width:auto}thead{display:none}td:first-child{width:auto}
tr{border:1px solid var(--line);border-radius:6px;margin:.7rem 0;padding:.3rem .5rem}td{border:0;padding:.25rem .3rem}
td::before{content:attr(data-label);display:block;color:var(--soft);font-size:.75rem}}
@media print{nav{display:none}body{display:block;max-width:none}th{position:static}}
"""
