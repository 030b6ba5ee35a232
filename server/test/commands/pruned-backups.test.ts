import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { listBackups } from '../../src/backup/backups.ts'
import { openFolderPlace } from '../../src/backup/folder-place.ts'
import { createInstallation, newFolder } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'
import { sendFile } from '../send-file.ts'

const timeout = 60_000
let source: Awaited<ReturnType<typeof createInstallation>>
let token: string
beforeAll(async () => {
  source = await createInstallation()
  token = await source.app.signIn()
})

const atrium = (word: string, ...args: string[]) => runCommand(source.folder, word, args, source.env)
const sendText = async () => {
  const bytes = Buffer.from(randomBytes(50).toString('hex'))
  return String((await sendFile(source.app, token, bytes, '说明.txt')).data?.id)
}
const forget = async (id: string) => {
  await source.app.sql('delete from files where id = $1', [id])
}
const names = async (place: string) => (await listBackups(openFolderPlace(place))).map(({ name }) => name)
const countFiles = async (place: string) =>
  (await readdir(join(place, 'content'), { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
    .length

describe('pruning', { timeout }, () => {
  it('removes old backups with the files that no other one names', async () => {
    const place = await newFolder('place')
    const [gone] = [await sendText(), await sendText()]
    await atrium('backup', place)
    await forget(gone)
    await sendText()
    const second = await atrium('backup', place)
    expect(second.output).toMatch(/，2 个文件（\d+ kB，新增 1 个）/)
    expect(await countFiles(place)).toBe(3)
    const [, newest] = await names(place)
    expect(await atrium('prune', place, '--keep', '1')).toEqual({
      code: 0,
      output: expect.stringContaining('已删除 1 个备份和 1 个文件，保留 1 个备份'),
    })
    expect([await names(place), await countFiles(place)]).toEqual([[newest], 2])
    expect(await readdir(join(place, 'backups'))).toEqual([newest])
    expect(await atrium('verify', place)).toMatchObject({ code: 0 })
  })

  it('keeps those that are younger than so many days', async () => {
    const place = await newFolder('place')
    await atrium('backup', place)
    await atrium('backup', place)
    const kept = await atrium('prune', place, '--keep', '1', '--days', '3')
    expect(kept.output).toContain('保留 2 个备份')
    expect(await atrium('prune', place, '--keep', '0')).toMatchObject({ code: 2 })
    expect(await atrium('prune', place)).toMatchObject({ code: 2 })
  })

  it('removes nothing if a backup that stays cannot be read', async () => {
    const place = await newFolder('place')
    await atrium('backup', place)
    await atrium('backup', place)
    const all = await names(place)
    await writeFile(join(place, 'backups', all[1] ?? '', 'manifest.json'), '{}')
    const { code, output } = await atrium('prune', place, '--keep', '1')
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('已损坏，不能使用') })
    expect(await names(place)).toEqual(all)
  })

  it('waits for a backup that may be under way, and removes one that broke off', async () => {
    const place = await newFolder('place')
    await atrium('backup', place)
    await atrium('backup', place)
    const [first = '', second = ''] = await names(place)
    await rm(join(place, 'backups', first, 'manifest.json'))
    const refused = await atrium('prune', place, '--keep', '1')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`备份 ${first} 未完成，可能仍在进行`) })
    const old = '20200101T000000Z-00ff'
    await rename(join(place, 'backups', first), join(place, 'backups', old))
    expect(await atrium('prune', place, '--keep', '1')).toMatchObject({ code: 0 })
    expect(await names(place)).toEqual([second])
  })

  it('never leaves a place without a backup', async () => {
    const { code, output } = await atrium('prune', await newFolder('place'), '--keep', '3')
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('没有可保留的备份，没有清理') })
  })

  it('keeps a backup from beginning', async () => {
    const place = await newFolder('place')
    await writeFile(join(place, 'pruning.json'), JSON.stringify({ since: new Date().toISOString() }))
    expect(await atrium('backup', place)).toMatchObject({ code: 1, output: expect.stringContaining('正在清理旧备份') })
    await writeFile(join(place, 'pruning.json'), JSON.stringify({ since: '2020-01-01T00:00:00Z' }))
    expect(await atrium('backup', place)).toMatchObject({ code: 0 })
  })
})

describe('the files of an installation', { timeout }, () => {
  it('are compared with their rows', async () => {
    expect(await atrium('verify')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/核对了 \d+ 个文件，全部完好/),
    })
    const id = await sendText()
    const [row] = await source.app.sql('select company_id, sha256 from files where id = $1', [id])
    const { company_id: company, sha256 } = row as { company_id: string; sha256: string }
    const path = join(source.folder, 'files/content', company, sha256.slice(0, 2), sha256)
    await writeFile(path, 'other bytes')
    expect(await atrium('verify')).toMatchObject({ code: 0 })
    const damaged = { code: 1, output: expect.stringContaining(`文件 ${company}/${sha256} 已损坏`) }
    expect(await atrium('verify', '--digests')).toMatchObject(damaged)
    const place = await newFolder('place')
    expect((await atrium('backup', place)).output).toContain('1 个文件已损坏，没有备份')
    expect(await atrium('verify', place)).toMatchObject({ code: 0 })
    await rm(path)
    const missing = { code: 1, output: expect.stringContaining(`文件 ${company}/${sha256} 缺失`) }
    expect(await atrium('verify')).toMatchObject(missing)
    await forget(id)
  })
})
