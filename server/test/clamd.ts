import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { startProgram } from './outside-program.ts'

const program = '/usr/sbin/clamd'
/** Whether Debian's package clamav-daemon is installed. */
export const hasClamd = existsSync(program)

/**
 * Starts clamd with one signature of its own, as the databases of ClamAV come by network only. Ended after the file.
 * Takes the text that it finds, and the most bytes it takes.
 * @returns its socket
 */
export const startClamd = async (text: string, mostBytes: number): Promise<string> => {
  const folder = await mkdtemp(join(inject('folder'), 'clamd-'))
  const [socket, database, settings] = [join(folder, 'socket'), join(folder, 'database'), join(folder, 'clamd.conf')]
  await mkdir(database)
  // Name, any type of file, any offset, bytes.
  await writeFile(join(database, 'own.ndb'), `Atrium.Test:0:*:${Buffer.from(text).toString('hex')}\n`)
  await writeFile(
    settings,
    `LocalSocket ${socket}\nDatabaseDirectory ${database}\nForeground yes\nStreamMaxLength ${mostBytes}\n`,
  )
  await startProgram(program, ['--config-file', settings], { path: socket })
  return socket
}
