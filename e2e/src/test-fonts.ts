import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { decompress } from 'wawoff2'

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const slices = (): string[] => {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json')))
  const files = path.join(folder, 'files')
  return readdirSync(files)
    .filter((name) => name.endsWith('wght-normal.woff2'))
    .map((name) => path.join(files, name))
}

/** Writes the Chinese font as TTF files into a folder: Chromium on Linux draws boxes for WOFF from fontconfig. */
export const writeFonts = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const slice of slices()) {
    const ttf = await decompress(readFileSync(slice))
    writeFileSync(path.join(folder, path.basename(slice).replace('.woff2', '.ttf')), ttf)
  }
}

/**
 * Writes a fontconfig file with only these fonts: the machine's own would change every screenshot. Rewritten when the
 * checkout has moved.
 */
export const writeFontConfig = (fonts: string, file: string): void => {
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${xml(fonts)}</dir>
  <cachedir>${xml(path.join(path.dirname(file), 'font-cache'))}</cachedir>
</fontconfig>
`
  // The cache may belong to another user who created it; then it only has to be correct.
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
