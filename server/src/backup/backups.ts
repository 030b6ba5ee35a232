import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { tell } from '../kernel/texts/operator-language.ts'
import type { BackupPlace } from './place.ts'

const folder = 'backups/'
const shape = /^\d{8}T\d{6}Z-[0-9a-f]{4}$/

/** The name of an object of a backup. */
export const objectName = (backup: string, part: string): string => `${folder}${backup}/${part}`
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.sig'
/** Says that a backup has begun; gone once it is finished. */
export const begunName = 'begun.json'

/** A new backup's name: names in their order are in the order of time. */
export const newBackupName = (): string =>
  `${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomBytes(2).toString('hex')}`

/** A backup that lies in a place. */
export type FoundBackup = { name: string; isFinished: boolean }

/** The backups of a place, oldest first. */
export const listBackups = async (place: BackupPlace): Promise<FoundBackup[]> => {
  const found = new Map<string, boolean>()
  for await (const object of place.list(folder)) {
    const [name = '', part] = object.slice(folder.length).split('/')
    if (shape.test(name)) found.set(name, found.get(name) === true || part === manifestName)
  }
  return [...found]
    .map(([name, isFinished]) => ({ name, isFinished }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * The backup that an operator names, or the newest finished one.
 * @throws an Error for the operator if there is none
 */
export const findBackup = async (place: BackupPlace, named: string | undefined): Promise<string> => {
  const backups = await listBackups(place)
  if (named === undefined) {
    const newest = backups.findLast(({ isFinished }) => isFinished)
    if (newest) return newest.name
    throw new Error(
      backups.length === 0
        ? tell('{address} 里没有备份', { address: place.address })
        : tell('{address} 里没有完整的备份，只有未完成的 {name}', {
            address: place.address,
            name: backups.at(-1)?.name,
          }),
    )
  }
  const backup = backups.find(({ name }) => name === named)
  if (!backup) throw new Error(tell('{address} 里没有备份 {named}', { address: place.address, named }))
  if (!backup.isFinished) throw new Error(tell('备份 {named} 未完成，不能使用', { named }))
  return named
}

/** The text of a small object; undefined if there is none. */
export const readText = async (place: BackupPlace, name: string): Promise<string | undefined> => {
  const stored = await place.read(name)
  return stored && text(stored)
}

export async function* asBytes(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}
