import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../kernel/files/durable-folder.ts'
import { createFolderContent } from '../kernel/files/folder-content.ts'
import { unlessMissing } from '../kernel/files/names-in.ts'
import { createSpool } from '../kernel/files/spool.ts'
import { measure } from './measure.ts'
import type { BackupPlace } from './place.ts'

/** How the name of an object ends until it is whole. */
const partial = '.part'

/** Backups in a folder. */
export const openFolderPlace = (folder: string): BackupPlace => {
  const toPath = (name: string) => join(folder, name)
  return {
    address: folder,
    async write(name, source) {
      const path = toPath(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const passing = measure(source)
      await pipeline(Readable.from(passing.source), createWriteStream(path + partial, { mode: 0o600 }))
      await rename(path + partial, path)
      return passing.measured()
    },
    async settle(prefix) {
      const entries = await readdir(toPath(prefix), { recursive: true, withFileTypes: true })
      // All at once: the first flush takes most of the others with it.
      for (const entry of entries) await syncFolder(join(entry.parentPath, entry.name))
      await syncFolder(toPath(prefix))
      await syncFolder(dirname(toPath(prefix)))
    },
    async read(name) {
      const path = toPath(name)
      const isThere = await access(path).then(() => true, unlessMissing)
      return isThere ? createReadStream(path, { highWaterMark: 1024 * 1024 }) : undefined
    },
    async *list(prefix) {
      const below = await readdir(toPath(prefix), { recursive: true, withFileTypes: true }).catch(unlessMissing)
      for (const entry of below ?? [])
        if (entry.isFile()) yield join(entry.parentPath, entry.name).slice(join(folder, '/').length)
    },
    async remove(name) {
      const path = toPath(name)
      await rm(path, { force: true })
      // Folders go with their last object.
      for (let above = dirname(path); above.startsWith(join(folder, '/')); above = dirname(above))
        if (
          !(await rmdir(above).then(
            () => true,
            () => false,
          ))
        )
          return
    },
    content: createFolderContent(join(folder, 'content')),
    receive: createSpool(join(folder, 'incoming')).receive,
  }
}
