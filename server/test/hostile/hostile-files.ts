import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import {
  announcing,
  buildCompound,
  buildPng,
  buildZip,
  contentTypes,
  type Files,
  type HostileFile,
  html,
  macroWord,
  pngChunk,
  pngHead,
  pngSignature,
  script,
  svg,
  text,
  word,
  workbook,
} from './file-parts.ts'
import { createBombs } from './hostile-bombs.ts'
import { createDisguises } from './hostile-disguises.ts'

const mp4 = Buffer.concat([Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), Buffer.from(html)])
const pdf = '%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

/** What pretends to be a picture. */
const pictures = async (): Promise<Files> => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
  const [png, jpeg] = [await picture.png().toBuffer(), await picture.jpeg().toBuffer()]
  return {
    'SVG with a script': { name: 'a.svg', bytes: text(svg), becomes: 5002 },
    'SVG named PNG': { name: 'a.png', bytes: text(svg), becomes: 5002 },
    'SVG behind an XML head': { name: 'a.png', bytes: text(`<?xml version="1.0"?>${svg}`), becomes: 5002 },
    'SVG behind white space': { name: 'a.txt', bytes: text(`\n\n  ${svg}`), becomes: 5002 },
    'SVG in UTF-16': { name: 'a.png', bytes: Buffer.from(`\ufeff${svg}`, 'utf16le'), becomes: 5002 },
    'HTML named PNG': { name: 'a.png', bytes: text(html), becomes: 5002 },
    'HTML named JPG': { name: 'a.jpg', bytes: text(html), becomes: 5002 },
    'HTML behind a PNG signature': { name: 'a.png', bytes: Buffer.concat([pngSignature, text(html)]), becomes: 5002 },
    'HTML behind a JPEG start': {
      name: 'a.jpg',
      bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), text(html)]),
      becomes: 8102,
    },
    'a PNG with HTML behind it': { name: 'a.png', bytes: Buffer.concat([png, text(html)]), becomes: 'image/png' },
    'a JPEG with PHP behind it': {
      name: 'a.jpg',
      bytes: Buffer.concat([jpeg, text('<?php system($_GET[0]); ?>')]),
      becomes: 'image/jpeg',
    },
    'a JPEG with a script in a comment': {
      name: 'a.jpg',
      bytes: Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from('fffe002a', 'hex'),
        text(script.padEnd(40)),
        jpeg.subarray(2),
      ]),
      becomes: 'image/jpeg',
    },
    'a PNG with a script in a text chunk': {
      name: 'a.png',
      bytes: Buffer.concat([png.subarray(0, 33), pngChunk('tEXt', text(`a\0${script}`)), png.subarray(33)]),
      becomes: 'image/png',
    },
    'a picture that is an archive too': {
      name: 'a.png',
      bytes: Buffer.concat([png, await buildZip({ 'a.html': html })]),
      becomes: 'image/png',
    },
  }
}

/** Pictures that cannot be decoded, or not within bounds. */
const badPictures = async (): Promise<Files> => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
  const [png, jpeg] = [await picture.png().toBuffer(), await picture.jpeg().toBuffer()]
  return {
    '64 megapixels': { name: 'a.png', bytes: buildPng(8000, 8000), becomes: 8102 },
    'a picture one pixel high': { name: 'a.png', bytes: buildPng(20_000_000, 1), becomes: 8102 },
    'a PNG that lies about its size': { name: 'a.png', bytes: pngHead(0x7fffffff, 0x7fffffff), becomes: 8102 },
    'a PNG of no pixels': { name: 'a.png', bytes: pngHead(0, 0), becomes: 8102 },
    'a cut-off PNG': { name: 'a.png', bytes: png.subarray(0, 60), becomes: 8102 },
    'a cut-off JPEG': { name: 'a.jpg', bytes: jpeg.subarray(0, jpeg.length / 2), becomes: 8102 },
    'noise behind a JPEG start': {
      name: 'a.jpg',
      bytes: Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(50_000)]),
      becomes: 8102,
    },
    'a GIF': { name: 'a.gif', bytes: Buffer.from('474946383961010001000000003b', 'hex'), becomes: 5002 },
    'a GIF that is a script': { name: 'a.gif', bytes: text('GIF89a=1;alert(1)'), becomes: 5002 },
    WebP: { name: 'a.webp', bytes: await picture.webp().toBuffer(), becomes: 5002 },
    TIFF: { name: 'a.tif', bytes: await picture.tiff().toBuffer(), becomes: 5002 },
    'BMP named JPG': { name: 'a.jpg', bytes: Buffer.concat([text('BM'), Buffer.alloc(60)]), becomes: 5002 },
    'a document as a portrait': { name: 'a.pdf', bytes: text(pdf), biz: 'portrait', becomes: 5002 },
    'a text as a logo': { name: 'a.txt', bytes: text('hello'), biz: 'company', becomes: 5002 },
  }
}

/** What is a program, or opens as one. */
const programs: Files = {
  HTML: { name: 'a.html', bytes: text(html), becomes: 5002 },
  'HTML named text': { name: 'a.txt', bytes: text(html), becomes: 5002 },
  'HTML behind a byte order mark': { name: 'a.txt', bytes: text(`\ufeff${html}`), becomes: 5002 },
  'HTML without a head': { name: 'a.txt', bytes: text(script), becomes: 5002 },
  'HTML in a text that begins otherwise': { name: 'a.txt', bytes: text(`hello ${html}`), becomes: 'text/plain' },
  'a script': { name: 'a.js', bytes: text('alert(1)'), becomes: 5002 },
  'a shell script': { name: 'a.txt', bytes: text('#!/bin/sh\nrm -rf /'), becomes: 5002 },
  PHP: { name: 'a.php', bytes: text('<?php phpinfo();'), becomes: 5002 },
  'PHP named PNG': { name: 'a.php.png', bytes: text('<?php phpinfo();'), becomes: 5002 },
  'XML with an entity': {
    name: 'a.xml',
    bytes: text('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    becomes: 5002,
  },
  'a Windows program': { name: 'a.exe', bytes: Buffer.concat([text('MZ'), Buffer.alloc(200)]), becomes: 5002 },
  'a Windows program named PDF': {
    name: 'a.pdf',
    bytes: Buffer.concat([text('MZ'), Buffer.alloc(200)]),
    becomes: 5002,
  },
  'a Linux program': {
    name: 'a',
    bytes: Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(60)]),
    becomes: 5002,
  },
  WebAssembly: { name: 'a.wasm', bytes: Buffer.from('0061736d01000000', 'hex'), becomes: 5002 },
  PostScript: { name: 'a.txt', bytes: text('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'), becomes: 5002 },
  'a PDF with a script': { name: 'a.pdf', bytes: text(pdf), becomes: 'application/pdf' },
  'a PDF with HTML before it': { name: 'a.pdf', bytes: text(`${html}${pdf}`), becomes: 5002 },
  'a video with HTML in it': { name: 'a.mp4', bytes: mp4, becomes: 'video/mp4' },
  MHTML: { name: 'a.mht', bytes: text(`MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`), becomes: 5002 },
}

/** Archives, and what pretends to be one. */
const archives = async (): Promise<Files> => ({
  'a zip of a page': { name: 'a.zip', bytes: await buildZip({ 'index.html': html }), becomes: 'application/zip' },
  'a zip that leads out': { name: 'a.zip', bytes: await buildZip({ 'etc/passwd': 'x' }), becomes: 'application/zip' },
  'a zip bomb': {
    name: 'a.zip',
    bytes: await buildZip({ bomb: Buffer.alloc(40_000_000) }),
    becomes: 'application/zip',
  },
  'a zip named DOCX': { name: 'a.docx', bytes: await buildZip({ a: 'x' }), becomes: 8001 },
  'a document named zip': {
    name: 'a.zip',
    bytes: await buildZip({ '[Content_Types].xml': contentTypes(word), 'word/document.xml': '<a/>' }),
    becomes: 8001,
  },
  'a document with macros': {
    name: 'a.docm',
    bytes: await buildZip({ '[Content_Types].xml': contentTypes(macroWord), 'word/vbaProject.bin': 'x' }),
    becomes: 8107,
  },
  'a document with hidden macros': {
    name: 'a.docx',
    bytes: await buildZip({ '[Content_Types].xml': contentTypes(word), 'word/vbaProject.bin': 'x' }),
    becomes: 8107,
  },
  'a document that names its macros before its list of contents': {
    name: 'a.docx',
    bytes: await buildZip({ 'word/vbaProject.bin': 'x', '[Content_Types].xml': contentTypes(word) }),
    becomes: 8107,
  },
  'a document with a part that is macros by its ending': {
    name: 'a.docx',
    bytes: await buildZip({
      '[Content_Types].xml': announcing(contentTypes(word), 'bin', 'ms-office.vbaProject'),
      'word/code.BIN': 'x',
    }),
    becomes: 8107,
  },
  'a workbook that announces macros and has none': {
    name: 'a.xlsx',
    bytes: await buildZip({
      '[Content_Types].xml': announcing(contentTypes(workbook), 'bin', 'ms-excel.sheet.binary.macroEnabled.main'),
      'xl/workbook.xml': '<workbook/>',
    }),
    becomes: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'an older document with macros': {
    name: 'a.doc',
    bytes: buildCompound('Root Entry', 'Macros', '_VBA_PROJECT'),
    becomes: 8107,
  },
  'an older workbook that speaks of macros': {
    name: 'a.xls',
    bytes: Buffer.concat([buildCompound('Root Entry', 'Workbook'), Buffer.from('_VBA_PROJECT'.repeat(200), 'utf16le')]),
    becomes: 'application/x-cfb',
  },
  'a list of contents that is a bomb': {
    name: 'a.docx',
    bytes: await buildZip({ '[Content_Types].xml': Buffer.alloc(30_000_000) }),
    becomes: 8001,
  },
  'a cut-off zip': { name: 'a.zip', bytes: (await buildZip({ a: 'x'.repeat(500) })).subarray(0, 60), becomes: 5002 },
  'a workbook that is a zip': { name: 'a.xlsx', bytes: await buildZip({ a: 'x' }), biz: 'excel', becomes: 5002 },
})

/** Names and sizes. */
const shapes = async (): Promise<Files> => ({
  nothing: { name: 'a.txt', bytes: Buffer.alloc(0), becomes: 8101 },
  'one zero byte': { name: 'a.txt', bytes: Buffer.alloc(1), becomes: 5002 },
  zeros: { name: 'a.txt', bytes: Buffer.alloc(5000), becomes: 5002 },
  noise: { name: 'a.txt', bytes: Buffer.concat([Buffer.from([0, 1, 2, 3]), randomBytes(5000)]), becomes: 5002 },
  'a path upwards': { name: '../../../../etc/cron.d/a.txt', bytes: text('hello'), becomes: 'text/plain' },
  'a path of Windows': { name: '..\\..\\windows\\a.txt', bytes: text('hello'), becomes: 'text/plain' },
  'a name of dots': { name: '...', bytes: text('hello'), becomes: 'text/plain' },
  'a name that is turned around': { name: 'a\u202Etxt.exe', bytes: text('hello'), becomes: 5002 },
  'a name that ends a header': { name: 'a"\u0085; x=.txt', bytes: text('hello'), becomes: 'text/plain' },
  'a name of three hundred letters': { name: `${'长'.repeat(300)}.txt`, bytes: text('hello'), becomes: 'text/plain' },
  'a name of a device': { name: 'con.txt', bytes: text('hello'), becomes: 'text/plain' },
  'a text named PDF': { name: 'a.pdf', bytes: text('hello'), becomes: 8001 },
  'a PDF named text': { name: 'a.txt', bytes: text(pdf), becomes: 8001 },
  'more than is allowed': { name: 'a.txt', bytes: Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), becomes: 413 },
  '100 MB': { name: 'a.txt', bytes: Buffer.alloc(100 * 1024 * 1024, 'a'), becomes: 413 },
})

/** Files that an attacker may send. */
export const createHostileFiles = async (): Promise<[string, HostileFile][]> =>
  Object.entries({
    ...(await pictures()),
    ...(await badPictures()),
    ...programs,
    ...(await archives()),
    ...(await shapes()),
    ...(await createDisguises()),
    ...(await createBombs()),
  })
