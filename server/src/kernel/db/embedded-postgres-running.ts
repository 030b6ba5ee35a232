import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections, toUrl } from './embedded-postgres-server.ts'

const portLine = 3

/**
 * Address of the embedded PostgreSQL that another process of the product runs on this folder; undefined if none
 * answers.
 */
export const runningEmbeddedPostgres = async (folder: string): Promise<string | undefined> => {
  const data = path.join(folder, 'data')
  const [status, password] = await Promise.all(
    [path.join(data, 'postmaster.pid'), path.join(folder, 'password')].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  )
  const port = Number(status?.split('\n')[portLine])
  if (!port || !password) return undefined
  const url = toUrl({ data, password: password.trim() }, port)
  return (await acceptsConnections(url)) ? url : undefined
}
