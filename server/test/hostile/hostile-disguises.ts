import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { buildCompound, buildZip, contentTypes, type Files, html, script, svg, text } from './file-parts.ts'

const hex = (bytes: string, rest: Uint8Array | string = '') =>
  Buffer.concat([Buffer.from(bytes, 'hex'), text(String(rest))])
const padded = (start: string, size = 600) => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(size)])
const buildPdf = (action: string) =>
  text(`%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<<${action}>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`)

const title = Buffer.concat([text('TIT2'), Buffer.from([0, 0, 0, script.length + 1, 0, 0, 0]), text(script)])
/** A tag with a title, and the frames of silence. */
const music = Buffer.concat([
  Buffer.from([...text('ID3'), 3, 0, 0, 0, 0, 0, title.length]),
  title,
  ...Array.from({ length: 8 }, () => Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])),
])

const svgs: Files = Object.fromEntries(
  ['jpg', 'jpeg', 'pdf', 'md', 'csv', 'zip', 'docx', 'mp4', 'svgz', ''].map((ending) => [
    `SVG named ${ending || 'without an ending'}`,
    { name: ending === '' ? 'a' : `a.${ending}`, bytes: text(svg), becomes: 5002 },
  ]),
)

const markup: Files = {
  'a compressed SVG': { name: 'a.svgz', bytes: gzipSync(svg), becomes: 5002 },
  'SVG behind a comment': { name: 'a.txt', bytes: text(`<!-- a --> ${svg}`), becomes: 5002 },
  XHTML: {
    name: 'a.xhtml',
    bytes: text(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
    becomes: 5002,
  },
  'XHTML named text': {
    name: 'a.txt',
    bytes: text(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
    becomes: 5002,
  },
  'HTML in UTF-16 named text': { name: 'a.txt', bytes: Buffer.from(`\ufeff${html}`, 'utf16le'), becomes: 5002 },
  'HTML in UTF-7 named text': {
    name: 'a.txt',
    bytes: text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
    becomes: 'text/plain',
  },
  'an HTML application': { name: 'a.hta', bytes: text(html), becomes: 5002 },
  'MHTML named text': {
    name: 'a.txt',
    bytes: text(`MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`),
    becomes: 'text/plain',
  },
  'a mail with HTML': { name: 'a.eml', bytes: text(`Content-Type: text/html\n\n${html}`), becomes: 5002 },
  'a stylesheet': { name: 'a.css', bytes: text('*{background:url(//evil.example)}'), becomes: 5002 },
  'a web manifest': { name: 'a.webmanifest', bytes: text('{}'), becomes: 5002 },
  'a Markdown that is a page': { name: 'a.md', bytes: text(html), becomes: 5002 },
  'a table that is a page': { name: 'a.csv', bytes: text(`<table>${script}</table>`), becomes: 5002 },
}

const programs = async (): Promise<Files> => ({
  'a shortcut': { name: 'a.lnk', bytes: padded('4c0000000114020000000000c000000000000046'), becomes: 5002 },
  'a shortcut named document': {
    name: 'a.doc',
    bytes: padded('4c0000000114020000000000c000000000000046'),
    becomes: 5002,
  },
  'an Internet shortcut': { name: 'a.url', bytes: text('[InternetShortcut]\nURL=file:///c:/x'), becomes: 5002 },
  'a batch file': { name: 'a.bat', bytes: text('del /s *'), becomes: 5002 },
  'a PowerShell script': { name: 'a.ps1', bytes: text('iex x'), becomes: 5002 },
  'a Visual Basic script': { name: 'a.vbs', bytes: text('MsgBox 1'), becomes: 5002 },
  'a desktop entry': { name: 'a.desktop', bytes: text('[Desktop Entry]\nExec=x'), becomes: 5002 },
  'a Java archive': {
    name: 'a.jar',
    bytes: await buildZip({ 'META-INF/MANIFEST.MF': 'Main-Class: A' }),
    becomes: 5002,
  },
  'an Android package': {
    name: 'a.apk',
    bytes: await buildZip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' }),
    becomes: 5002,
  },
  'an Android package named zip': {
    name: 'a.zip',
    bytes: await buildZip({ 'AndroidManifest.xml': 'x', 'classes.dex': 'x' }),
    becomes: 5002,
  },
  'a Java class': { name: 'a.doc', bytes: padded('cafebabe00000034'), becomes: 5002 },
  'a Flash movie': { name: 'a.swf', bytes: hex('46575309', 'x'.repeat(60)), becomes: 5002 },
  'compiled help': { name: 'a.doc', bytes: padded('49545346030000006000000001000000'), becomes: 5002 },
})

/** Office files and others that a program opens, with a program in them. */
const carriers = async (): Promise<Files> => ({
  'rich text with an object': {
    name: 'a.doc',
    bytes: text('{\\rtf1{\\object\\objemb{\\*\\objdata 01}}}'),
    becomes: 5002,
  },
  'an installer': { name: 'a.msi', bytes: buildCompound('Root Entry', 'Property'), becomes: 5002 },
  'a workbook with macros': {
    name: 'a.xlsm',
    bytes: await buildZip({
      '[Content_Types].xml': contentTypes('ms-excel.sheet.macroEnabled.main'),
      'xl/vbaProject.bin': 'x',
    }),
    becomes: 8107,
  },
  'slides with macros named PPTX': {
    name: 'a.pptx',
    bytes: await buildZip({
      '[Content_Types].xml': contentTypes('ms-powerpoint.presentation.macroEnabled.main'),
      'ppt/vbaProject.bin': 'x',
    }),
    becomes: 8107,
  },
  'an older workbook with macros': {
    name: 'a.xls',
    bytes: buildCompound('Root Entry', '_VBA_PROJECT_CUR', 'VBA', '_VBA_PROJECT'),
    becomes: 8107,
  },
  'a PDF that launches a program': {
    name: 'a.pdf',
    bytes: buildPdf('/S/Launch/F(calc.exe)'),
    becomes: 'application/pdf',
  },
  'a PDF that opens an address': {
    name: 'a.pdf',
    bytes: buildPdf('/S/URI/URI(javascript:alert(1))'),
    becomes: 'application/pdf',
  },
  'a PDF with a file in it': {
    name: 'a.pdf',
    bytes: buildPdf('/S/GoToE/T<</R/C/N(a.exe)>>>>/Names<</EmbeddedFiles<</Names[(a.exe)2 0 R]>>'),
    becomes: 'application/pdf',
  },
  'music with HTML in its title': { name: 'a.mp3', bytes: music, becomes: 'audio/mpeg' },
})

const pictures = async (): Promise<Files> => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
  const told = { IFD0: { ImageDescription: html, Copyright: script } }
  const jpeg = await picture.clone().withExif(told).jpeg().toBuffer()
  return {
    'a JPEG with HTML in its details': { name: 'a.jpg', bytes: jpeg, becomes: 'image/jpeg' },
    'a JPEG with HTML in its details, named HTML': { name: 'a.html', bytes: jpeg, becomes: 5002 },
    'a JPEG with HTML in its details, named PNG': { name: 'a.png', bytes: jpeg, becomes: 'image/jpeg' },
    'a PNG with HTML in its details': {
      name: 'a.png',
      bytes: await picture.clone().withExif(told).png().toBuffer(),
      becomes: 'image/png',
    },
    'a GIF that is an archive too': {
      name: 'a.gif',
      bytes: Buffer.concat([Buffer.from('474946383961010001000000003b', 'hex'), await buildZip({ 'a.class': 'x' })]),
      becomes: 5002,
    },
    'a PDF that is a PNG by name': { name: 'a.png', bytes: buildPdf('/S/JavaScript/JS(1)'), becomes: 8001 },
    'a PNG that is a PDF by name': { name: 'a.pdf', bytes: await picture.clone().png().toBuffer(), becomes: 8001 },
    'an icon': { name: 'a.ico', bytes: padded('00000100010010100000'), becomes: 5002 },
  }
}

const hello = text('hello')
const names: Files = {
  'a name with NUL before its ending': { name: 'a.txt\0.exe', bytes: hello, becomes: 5002 },
  'a name with NUL behind another ending': { name: 'a.exe\0.txt', bytes: hello, becomes: 'text/plain' },
  'a name that ends with dots': { name: 'a.html...', bytes: hello, becomes: 5002 },
  'a name that ends with spaces': { name: 'a.html   ', bytes: hello, becomes: 5002 },
  'a stream of a file': { name: 'a.txt::$DATA', bytes: hello, becomes: 5002 },
  'a name with a percent-encoded path': { name: '..%2f..%2fa.txt', bytes: hello, becomes: 'text/plain' },
  'a name of tags': { name: '<img src=x onerror=alert(1)>.txt', bytes: hello, becomes: 'text/plain' },
  'a name of a device with two endings': { name: 'NUL.tar.txt', bytes: hello, becomes: 'text/plain' },
  'a name of a port': { name: 'com1', bytes: hello, becomes: 'text/plain' },
  'a name of invisible letters': { name: '\u200b\ufeff\u2066.txt', bytes: hello, becomes: 'text/plain' },
  'a name of no letters': { name: '', bytes: hello, becomes: 'text/plain' },
}

/** Files that look like what they are not. */
export const createDisguises = async (): Promise<Files> => ({
  ...svgs,
  ...markup,
  ...(await programs()),
  ...(await carriers()),
  ...(await pictures()),
  ...names,
})
