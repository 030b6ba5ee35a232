import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cpuOfTree } from './cpu.ts'

/** CPU time of the embedded PostgreSQL in that data folder, in milliseconds. */
export const postgresCpu = (folder: string): number => {
  const pidFile = readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8')
  return cpuOfTree(Number(pidFile.split('\n', 1)[0]))
}
