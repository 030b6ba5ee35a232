import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a certificate for localhost and its key into one file, as HAProxy reads it. */
export const makeCertificate = (file: string): void => {
  const key = `${file}.key`
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', file], { stdio: 'ignore' })
  writeFileSync(file, readFileSync(file, 'utf8') + readFileSync(key, 'utf8'))
  rmSync(key)
}
