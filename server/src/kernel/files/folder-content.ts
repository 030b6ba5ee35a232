import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolder } from './durable-folder.ts'
import type { ContentKey, ContentStore } from './file-store.ts'
import { contentNames, toContentKey } from './keys.ts'
import { namesIn, unlessMissing } from './names-in.ts'
import { removeIfOld } from './old-files.ts'

/** How names of copies begin until they are whole. */
const unfinished = '.'

/** For file systems without hard links, and temporary files on another one. */
const copyWhole = async (from: string, to: string) => {
  const copy = join(dirname(to), unfinished + randomUUID())
  try {
    await copyFile(from, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(copy, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(copy, to)
  } finally {
    await rm(copy, { force: true })
  }
}

/**
 * Bytes in a folder: one folder a company, within it one for each first byte of the digest. A name appears only once
 * its bytes are on the disk.
 */
export const createFolderContent = (folder: string): ContentStore => {
  const toPath = (key: ContentKey) => {
    const [company, digest] = contentNames(key)
    return join(folder, company, digest.slice(0, 2), digest)
  }
  return {
    async put(companyId, { path, sha256 }) {
      const target = toPath({ companyId, sha256 })
      await makeFolder(dirname(target))
      // A second name is safe: a received file is complete, and its receiver alone knows of it.
      await link(path, target).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') await copyWhole(path, target)
      })
      await syncFolder(dirname(target))
    },
    has: async (key) => (await stat(toPath(key)).catch(unlessMissing)) !== undefined,
    async read(key, range) {
      const handle = await open(toPath(key), 'r').catch(unlessMissing)
      return handle?.createReadStream(range ?? {})
    },
    remove: (key) => rm(toPath(key), { force: true }),
    async *list() {
      for (const company of await namesIn(folder))
        for (const start of await namesIn(join(folder, company)))
          for (const digest of await namesIn(join(folder, company, start))) {
            const key = toContentKey(company, digest)
            if (key) yield key
          }
    },
    async removeUnfinished() {
      for (const company of await namesIn(folder))
        for (const start of await namesIn(join(folder, company)))
          for (const name of await namesIn(join(folder, company, start)))
            if (name.startsWith(unfinished)) await removeIfOld(join(folder, company, start, name))
    },
  }
}
