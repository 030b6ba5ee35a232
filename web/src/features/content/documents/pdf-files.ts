import { fetchFile } from '../../../kernel/api/fetch-file.ts'

const maps = import.meta.glob<string>('#pdfjs/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
})
const fonts = import.meta.glob<string>('#pdfjs/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})
const byName = new Map(
  Object.entries({ ...maps, ...fonts }).map(([path, address]) => [path.split('/').at(-1), address]),
)

/** What the PDF library loads by name: character maps and fonts that files expect a reader to have. From our own server. */
export class PdfFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename)
    if (address === undefined) throw new Error(`no such file of the PDF library: ${filename}`)
    return new Uint8Array(await (await fetchFile(address)).arrayBuffer())
  }
}
