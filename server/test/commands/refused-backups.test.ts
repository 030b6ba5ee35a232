import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { findBackup } from '../../src/backup/backups.ts'
import { openFolderPlace } from '../../src/backup/folder-place.ts'
import { type Manifest, signedText } from '../../src/backup/manifest.ts'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { beginRestore } from '../../src/kernel/db/restore-marker.ts'
import { openFileStore } from '../../src/kernel/files/open-file-store.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { createEmptyDatabase, createInstallation, newFolder, restoreInto, testKeys } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'
import { databaseUrl } from '../database-url.ts'
import { testSecretKey } from '../harness.ts'
import { sendFile } from '../send-file.ts'

const timeout = 60_000
let source: Awaited<ReturnType<typeof createInstallation>>
let original: string
let url: string
let name: string
beforeAll(async () => {
  source = await createInstallation()
  const { app, folder, env } = source
  await sendFile(app, await app.signIn(), Buffer.from('kept with care'), '说明.txt')
  original = await newFolder('place')
  expect(await runCommand(folder, 'backup', [original], env)).toMatchObject({ code: 0 })
  name = await findBackup(openFolderPlace(original), undefined)
  url = await createEmptyDatabase()
}, timeout)

const copyPlace = async () => {
  const folder = await newFolder('damaged')
  await cp(original, folder, { recursive: true })
  return folder
}
const part = (folder: string, path: string) => join(folder, 'backups', name, path)
const contentFile = async (folder: string) => {
  const content = join(folder, 'content')
  const names = await readdir(content, { recursive: true, withFileTypes: true })
  const file = names.find((each) => each.isFile())
  return join(file?.parentPath ?? '', file?.name ?? '')
}
const signAgain = async (folder: string, change: (manifest: Manifest) => unknown, key = testSecretKey) => {
  const secrets = createSecrets(key)
  const path = part(folder, 'manifest.json')
  const manifest: Manifest = JSON.parse(await readFile(path, 'utf8'))
  const text = JSON.stringify(change({ ...manifest, publicKey: secrets.publicKey }))
  await writeFile(path, text)
  await writeFile(part(folder, 'manifest.sig'), secrets.attest(signedText(text)).toString('hex'))
}
const isEmpty = (database: string) =>
  asOwner(database, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    return rowCount === 0
  })

type Damage = (folder: string) => Promise<unknown>
const damages: Record<string, { damage: Damage; says: string; key?: string }> = {
  'a manifest with another letter': {
    damage: async (folder) => {
      const path = part(folder, 'manifest.json')
      await writeFile(path, (await readFile(path, 'utf8')).replace('"postgres": "1', '"postgres": "2'))
    },
    says: '的清单与签名不符，已被改动或损坏，不能使用',
  },
  'a manifest that is cut short': {
    damage: async (folder) => {
      const path = part(folder, 'manifest.json')
      await writeFile(path, (await readFile(path, 'utf8')).slice(0, 1000))
    },
    says: '的清单（manifest.json）已损坏，不能使用',
  },
  'a manifest without its signature': {
    damage: (folder) => rm(part(folder, 'manifest.sig')),
    says: '的清单与签名不符，已被改动或损坏，不能使用',
  },
  'a manifest that another key has signed': {
    damage: (folder) => signAgain(folder, (manifest) => manifest, 'another key for tests only, 32 characters'),
    says: '不是用本系统的密钥签名的',
  },
  'a table with another byte': {
    damage: async (folder) => {
      const path = part(folder, 'tables/public.users.copy.zst')
      const bytes = await readFile(path)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(path, bytes)
    },
    says: '的 tables/public.users.copy.zst 已损坏，与清单不符，没有做任何改动',
  },
  'a table that is missing': {
    damage: (folder) => rm(part(folder, 'tables/public.users.copy.zst')),
    says: '缺少 tables/public.users.copy.zst，没有做任何改动',
  },
  'roles that were changed': {
    damage: (folder) => writeFile(part(folder, 'roles.json'), '{"groups":[]}'),
    says: '的 roles.json 已损坏，与清单不符，没有做任何改动',
  },
  'a file that is missing': {
    damage: async (folder) => rm(await contentFile(folder)),
    says: '缺少文件',
  },
  'a file with other bytes': {
    damage: async (folder) => writeFile(await contentFile(folder), 'kept with cart'),
    says: '已损坏，没有做任何改动',
  },
  'a backup of a newer release': {
    damage: (folder) =>
      signAgain(folder, ({ migrations, ...rest }) => ({
        ...rest,
        version: '9.9.0',
        migrations: [...migrations, { name: '9999_later.expand', sha256: '0'.repeat(64) }],
      })),
    says: '含有本版本没有的迁移 9999_later.expand，请用不低于 9.9.0 的版本恢复',
  },
  'a backup in a newer format': {
    damage: (folder) => signAgain(folder, (manifest) => ({ ...manifest, format: 2 })),
    says: '由更新的版本制作，本版本不能读取',
  },
  'a backup whose migration was edited': {
    damage: (folder) =>
      signAgain(folder, ({ migrations, ...rest }) => ({
        ...rest,
        migrations: migrations.map((each) => ({ ...each, sha256: '0'.repeat(64) })),
      })),
    says: '与本版本的内容不同，请用制作备份的版本恢复',
  },
  'a backup with a newer job queue': {
    damage: (folder) => signAgain(folder, (manifest) => ({ ...manifest, jobSchema: 9999 })),
    says: '的任务队列由更新的版本写成',
  },
  'a backup that was written with another key': {
    damage: async () => undefined,
    key: 'another key for tests only, 32 characters',
    says: '请设置原来的 SECRET_KEY',
  },
  'a backup that is not finished': {
    damage: (folder) => rm(part(folder, 'manifest.json')),
    says: '里没有完整的备份，只有未完成的',
  },
}

describe('before anything changes, a restore refuses', { timeout }, () => {
  it.for(Object.entries(damages))('%s', async ([, { damage, says, key }]) => {
    const damaged = await copyPlace()
    await damage(damaged)
    const folder = await newFolder('target')
    const place = openFolderPlace(damaged)
    const restored = async () => {
      const backup = await findBackup(place, undefined)
      await restoreInto(place, backup, { url, folder, keys: await testKeys(key) })
    }
    await expect(restored()).rejects.toThrow(says)
    expect([await isEmpty(url), await readdir(folder)]).toEqual([true, []])
  })

  const place = () => openFolderPlace(original)
  it('a database that is not empty', async () => {
    const used = await createEmptyDatabase()
    await asOwner(used, (client) => client.query('create table notes (id int)'))
    const folder = await newFolder('target')
    await expect(restoreInto(place(), name, { url: used, folder })).rejects.toThrow('目标数据库不是空的')
    expect(await readdir(folder)).toEqual([])
  })
  it('a store with files of another installation', async () => {
    const folder = await newFolder('target')
    const store = openFileStore(join(folder, 'files'))
    await store.mark.write(randomUUID())
    await expect(restoreInto(place(), name, { url, folder })).rejects.toThrow('文件存储里是另一套系统的文件')
    expect(await isEmpty(url)).toBe(true)
  })
  it('a store with files that say nothing of their installation', async () => {
    const folder = await newFolder('target')
    const store = openFileStore(join(folder, 'files'))
    const received = await store.receive([Buffer.from('x')])
    await store.content.put(randomUUID(), received)
    await expect(restoreInto(place(), name, { url, folder })).rejects.toThrow('文件存储不是空的')
    expect(await isEmpty(url)).toBe(true)
  })
  it('an owner who cannot make the roles that are missing', async () => {
    const role = `poor_${randomUUID().slice(0, 8)}`
    const superuser = inject('superuserUrl')
    await asOwner(superuser, async (client) => {
      await client.query(`create role ${role} login nocreaterole password 'poor'`)
      await client.query(`create database ${role} owner ${role} template template0 encoding 'UTF8'`)
    })
    onTestFinished(async () => {
      await asOwner(superuser, async (client) => {
        await client.query(`drop database ${role} with (force)`)
        await client.query(`drop role ${role}`)
      })
    })
    const poor = new URL(databaseUrl(superuser, role))
    poor.username = role
    poor.password = 'poor'
    const folder = await newFolder('target')
    await expect(restoreInto(place(), name, { url: String(poor), folder })).rejects.toThrow(
      `请由超级用户执行 ALTER ROLE ${role} CREATEROLE`,
    )
    expect([await isEmpty(String(poor)), await readdir(folder)]).toEqual([true, []])
  })
})

describe('a restore that broke off', { timeout }, () => {
  it('keeps nodes and migrations away, and is gone on with', async () => {
    const half = await createEmptyDatabase()
    const folder = await newFolder('half')
    const env = { DATABASE_URL: half, SECRET_KEY: testSecretKey }
    const stopping = new AbortController()
    const interrupted = restoreInto(openFolderPlace(original), name, {
      url: half,
      folder,
      signal: stopping.signal,
      // In the middle of the rows.
      onProgress: (message) => message.includes('：users') && stopping.abort(new Error('interrupted')),
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    const says = `正在从备份 ${name} 恢复，或恢复中断了。请再次运行 atrium restore`
    expect(await runCommand(folder, 'start', [], env)).toMatchObject({ code: 1, output: expect.stringContaining(says) })
    expect(await runCommand(folder, 'migrate', ['--apply'], env)).toMatchObject({ code: 1 })
    await restoreInto(openFolderPlace(original), name, { url: half, folder })
    const files = await asOwner(half, async (client) => (await client.query('select sha256 from files')).rowCount)
    expect(files).toBe(1)
  })
  it('is not gone on with from another backup', async () => {
    const half = await createEmptyDatabase()
    await asOwner(half, (client) => beginRestore(client, { backup: '20200101T000000Z-0000', mark: randomUUID() }))
    const folder = await newFolder('half')
    await expect(restoreInto(openFolderPlace(original), name, { url: half, folder })).rejects.toThrow(
      '上一次从备份 20200101T000000Z-0000 恢复时中断',
    )
  })
})

describe('a backup refuses', { timeout }, () => {
  it('a place with backups of another installation', async () => {
    const { folder, env } = await createInstallation()
    const damaged = await copyPlace()
    await signAgain(damaged, (manifest) => ({ ...manifest, installation: randomUUID() }))
    const { code, output } = await runCommand(folder, 'backup', [damaged], env)
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('里是另一套系统的备份') })
  })
  it('a database whose owner does not see all rows', async () => {
    const { app, folder, env } = await createInstallation()
    const role = `seer_${randomUUID().slice(0, 8)}`
    await app.superuserSql(`create role ${role} login createrole password 'seer'`)
    await app.superuserSql(`grant create on database ${new URL(app.ownerUrl).pathname.slice(1)} to ${role}`)
    onTestFinished(async () => {
      await app.superuserSql(`drop owned by ${role} cascade`)
      await app.superuserSql(`drop role ${role}`)
    })
    for (const { name: table } of await app.superuserSql(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
    ))
      await app.superuserSql(`grant select on ${table} to ${role}`)
    const seer = new URL(app.ownerUrl)
    seer.username = role
    seer.password = 'seer'
    const { code, output } = await runCommand(folder, 'backup', [await newFolder('place')], {
      ...env,
      DATABASE_URL: String(seer),
    })
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('对数据库所有者不可见') })
  })
})

it('the place of a damaged file is named by a check of the backup', { timeout }, async () => {
  const damaged = await copyPlace()
  await writeFile(await contentFile(damaged), 'kept with cart')
  await rm(part(damaged, 'roles.json'))
  const { code, output } = await runCommand(await newFolder('none'), 'verify', [damaged], { SECRET_KEY: testSecretKey })
  expect(code).toBe(1)
  expect(output).toContain('缺少 roles.json')
  expect(output).toMatch(/的文件 [0-9a-f-]{36}\/[0-9a-f]{64} 已损坏/)
})

describe('a place that takes nothing', { timeout }, () => {
  const refuse = async (status: number) => {
    const server = createServer((_, response) => void response.writeHead(status).end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  it('is named in a sentence if it is no folder', async () => {
    const file = join(await newFolder('place'), 'file')
    await writeFile(file, '')
    expect(await runCommand(source.folder, 'backup', [join(file, 'backups')], source.env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/file\S* 不是目录/),
    })
  })
  it.each([
    ['refuses', () => refuse(403), 'S3 存储拒绝访问（403'],
    ['has no such bucket', () => refuse(404), 'S3 存储中没有该桶（404'],
    ['is away', async () => `http://127.0.0.1:${await freePort()}`, '连接不上 S3 存储（ECONNREFUSED）'],
  ])('is named in a sentence if it is a bucket that %s', async (_, open, says) => {
    const s3 = { BACKUP_S3_ENDPOINT: await open(), BACKUP_S3_ACCESS_KEY: 'key', BACKUP_S3_SECRET_KEY: 'secret' }
    expect(await runCommand(source.folder, 'backup', ['s3://backups/nightly'], { ...source.env, ...s3 })).toMatchObject(
      {
        code: 1,
        output: expect.stringContaining(says),
      },
    )
  })
})
