import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Packs the package in a folder once more, as if it were another version, and adds it to the checksums. */
export const packAs = (folder: string, version: string, next: string): void => {
  const parent = mkdtempSync(path.join(tmpdir(), 'atrium-next-'))
  const nameOf = (each: string) => `atrium-${each}-linux-${process.arch}.tar.zst`
  const archive = path.join(folder, nameOf(next))
  execFileSync('tar', ['--zstd', '-xf', path.join(folder, nameOf(version)), '-C', parent])
  renameSync(path.join(parent, `atrium-${version}`), path.join(parent, `atrium-${next}`))
  execFileSync('tar', ['--zstd', '-cf', archive, '-C', parent, `atrium-${next}`])
  rmSync(parent, { recursive: true })
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  appendFileSync(path.join(folder, 'SHA256SUMS'), `${sum}  ${nameOf(next)}\n`)
}
