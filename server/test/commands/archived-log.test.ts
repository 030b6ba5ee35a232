import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { segmentsContract } from '@atrium/contract/features/audit/operation-logs/segments.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkpointText } from '../../src/features/audit/operation-logs/checkpoint-seal.ts'
import { toFingerprint } from '../../src/kernel/secrets.ts'
import { type ArchiveStage, createArchiveStage } from '../archive-stage.ts'
import { createEmptyDatabase, createInstallation, newFolder } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'

// Some seconds each, of processes that start.
const timeout = 120_000

let installed: Awaited<ReturnType<typeof createInstallation>>
let stage: ArchiveStage
let company: string
let reader: string
/** The files of rows 1 to 8 and 9 to 11; the log itself begins with row 12. */
let files: [string, string]
beforeAll(async () => {
  installed = await createInstallation()
  stage = await createArchiveStage(installed.app)
  await stage.keep('3')
  const built = await stage.build()
  ;({ company, reader } = built)
  expect(await stage.archiveDue()).toEqual([])
  await stage.add(built.token, 'n5', 'n6')
  await stage.age(company)
  expect(await stage.archiveDue()).toEqual([])
  await stage.add(built.token, 'n7', 'n8')
  const stored = await installed.app.sql('select sha256 from audit_segments where company_id = $1 order by first_seq', [
    company,
  ])
  files = stored.map(({ sha256 }) => {
    const digest = String(sha256)
    return join(installed.folder, 'files/archive', company, digest.slice(0, 2), digest)
  }) as [string, string]
}, timeout)

const verify = (...args: string[]) => runCommand(installed.folder, 'audit-verify', args, installed.env)
/** Changes the text of a file, which stays a valid one. */
const edit = async (file: string, change: (lines: string[]) => string[]) => {
  const lines = gunzipSync(await readFile(file))
    .toString('utf8')
    .split('\n')
  await writeFile(file, gzipSync(change(lines).join('\n')))
}

describe('audit-verify', () => {
  it('verifies the log from where its archived segments end, and these by their files', { timeout }, async () => {
    const { code, output } = await verify()
    expect(output).toMatch(/^审计链完整，共 \d+ 条记录，与 \d+ 个检查点相符\n2 个归档分段完整，共 11 条记录\n$/)
    expect(code).toBe(0)
  })

  type Tampering = { change: () => Promise<unknown>; undo: () => Promise<unknown>; sentence: string }
  const sql = (text: string) => installed.app.sql(text, [company])
  const inFile = (change: (lines: string[]) => string[]) => ({
    change: async () => {
      await copyFile(files[1], `${files[1]}.kept`)
      await edit(files[1], change)
    },
    undo: () => rename(`${files[1]}.kept`, files[1]),
  })
  const withoutRow = (table: string, condition: string) => ({
    change: async () => {
      await installed.app.sql(`create table kept_rows as select * from ${table} where ${condition}`)
      await installed.app.sql(`delete from ${table} where ${condition}`)
    },
    undo: async () => {
      await installed.app.sql('alter table audit_log disable trigger user')
      await installed.app.sql(`insert into ${table} select * from kept_rows`)
      await installed.app.sql('alter table audit_log enable trigger user')
      await installed.app.sql('drop table kept_rows')
    },
  })
  const second = '归档分段（第 9 到 11 条）'
  const changes: Record<string, () => Tampering> = {
    'a file that was removed': () => ({
      change: () => rename(files[1], `${files[1]}.kept`),
      undo: () => rename(`${files[1]}.kept`, files[1]),
      sentence: `${second}：文件缺失`,
    }),
    'a file that was shortened': () => ({
      ...inFile((lines) => [...lines.slice(0, -2), '']),
      sentence: `${second}：文件已损坏或被替换，与登记的摘要不符`,
    }),
    'a file that was edited': () => ({
      ...inFile((lines) => lines.map((line) => line.replace('n5', 'n9'))),
      sentence: `${second}：文件已损坏或被替换，与登记的摘要不符`,
    }),
    'a file in place of another': () => ({
      change: async () => {
        await copyFile(files[1], `${files[1]}.kept`)
        await copyFile(files[0], files[1])
      },
      undo: () => rename(`${files[1]}.kept`, files[1]),
      sentence: `${second}：文件已损坏或被替换，与登记的摘要不符`,
    }),
    'a record of another file': () => ({
      change: () =>
        sql(`update audit_segments set sha256 = (select sha256 from audit_segments one where one.company_id = $1
          and one.first_seq = 1) where company_id = $1 and first_seq = 9`),
      undo: () =>
        installed.app.sql('update audit_segments set sha256 = $2 where company_id = $1 and first_seq = 9', [
          company,
          files[1].split('/').at(-1),
        ]),
      sentence: `${second}：登记的签名不符`,
    }),
    'a record that was removed, of the oldest rows': () => ({
      ...withoutRow('audit_segments', `company_id = '${company}' and first_seq = 1`),
      sentence: '的审计链在第 1 条断开：记录被删除',
    }),
    'a record that was removed, of the newest rows': () => ({
      ...withoutRow('audit_segments', `company_id = '${company}' and first_seq = 9`),
      sentence: '的审计链在第 9 条断开：记录被删除',
    }),
    'all records removed': () => ({
      ...withoutRow('audit_segments', `company_id = '${company}'`),
      sentence: '的审计链在第 1 条断开：记录被删除',
    }),
    'the first row after the segments removed': () => ({
      ...withoutRow('audit_log', `company_id = '${company}' and seq = 12`),
      sentence: '的审计链在第 12 条断开：记录被删除',
    }),
    'a row removed behind': () => ({
      ...withoutRow('audit_log', `company_id = '${company}' and seq = 13`),
      sentence: '的审计链在第 13 条断开：记录被删除',
    }),
  }
  it.each(Object.keys(changes))('refuses %s', { timeout }, async (name) => {
    const tampering = changes[name]?.()
    if (!tampering) throw new Error(name)
    await tampering.change()
    const { code, output } = await verify()
    await tampering.undo()
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(tampering.sentence) })
    expect(output).toContain(company)
  })

  it('begins where the operator likes, and says what it did not look at', { timeout }, async () => {
    const all = await installed.app.sql('select count(*)::int as n from audit_log where seq < 13')
    const later = await verify('--from', '13')
    expect(later.output).toMatch(
      new RegExp(`从第 13 条起核对：此前的 ${all[0]?.n} 条记录、\\d+ 个检查点和 2 个归档分段没有核对\n$`),
    )
    expect(later.code).toBe(0)
    const [row] = await installed.app.sql('select time from audit_log where company_id = $1 and seq = 13', [company])
    const byTime = await verify('--from', new Date(row?.time as Date).toISOString())
    expect(byTime).toMatchObject({ code: 0, output: expect.stringContaining('2 个归档分段没有核对') })
    const archived = await verify('--from', '9')
    expect(archived).toMatchObject({ code: 0, output: expect.stringContaining('1 个归档分段完整，共 3 条记录') })
    expect(archived.output).toContain('和 1 个归档分段没有核对')

    await rename(files[0], `${files[0]}.kept`)
    await sql(`update audit_log set ip = '6.6.6.6' where company_id = $1 and seq = 12`)
    const [blind, seeing] = [await verify('--from', '13'), await verify('--from', '12')]
    await rename(`${files[0]}.kept`, files[0])
    await sql(`update audit_log set ip = '' where company_id = $1 and seq = 12`)
    expect([blind.code, seeing.code]).toEqual([0, 1])
    expect(seeing.output).toContain('的审计链在第 12 条断开：内容被改动')
    expect(await verify('--from', 'yesterday')).toEqual({
      code: 1,
      output: '--from 应为序号或时间（如 2026-01-01），而不是“yesterday”\n',
    })
  })

  it('compares exported checkpoints with archived rows', { timeout }, async () => {
    const { data } = await installed.app.call(operationLogsContract.checkpoints, {}, reader)
    const [first, ...rest] = data?.checkpoints ?? []
    if (!first) throw new Error('no checkpoints')
    const folder = await newFolder('checkpoints')
    const write = async (name: string, checkpoints: object[]) => {
      const file = join(folder, name)
      await writeFile(file, JSON.stringify({ ...data, checkpoints }))
      return file
    }
    const same = await verify('--checkpoint', await write('same.json', [first, ...rest]))
    expect(same).toMatchObject({ code: 0, output: expect.stringMatching(/与文件中的 2 个检查点相符\n.*现在的密钥\n$/) })
    // Of another log, but signed.
    const foreign = { ...first, seq: 3, hash: 'ff'.repeat(32) }
    const signature = stage.secrets.attest(checkpointText(foreign)).toString('hex')
    const other = await verify('--checkpoint', await write('other.json', [{ ...foreign, signature }]))
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('被整体改写，与检查点不符') })
  })
})

describe('audit-verify --segment', () => {
  let folder: string
  beforeAll(async () => {
    await stage.age(company)
    expect(await stage.archiveDue()).toEqual([])
    folder = await newFolder('segments')
    for (const first of [1, 9, 12]) {
      const { raw } = await installed.app.call(segmentsContract.exportSegment, { body: { first } }, reader)
      await writeFile(join(folder, `${first}.jsonl.gz`), raw)
    }
    await writeFile(join(folder, 'README.txt'), 'nothing of the log')
  }, timeout)
  /** On a machine without the product's database and key. */
  const offline = async (...args: string[]) => runCommand(await newFolder('elsewhere'), 'audit-verify', args)
  const copy = async () => {
    const target = await newFolder('copied')
    for (const name of await readdir(folder)) await copyFile(join(folder, name), join(target, name))
    return target
  }
  const own = () => toFingerprint(stage.secrets.publicKey)

  it('verifies a folder of files, or of the store, without a database', { timeout }, async () => {
    const { code, output } = await offline('--segment', folder)
    expect(output).toMatch(
      new RegExp(`^公司 ${company} 的第 1 到 14 条记录完整，.*\n签名公钥的指纹是 ${own()}，请.*\n$`),
    )
    expect(code).toBe(0)
    const stored = await offline('--segment', join(installed.folder, 'files/archive'), '--fingerprint', own())
    expect(stored).toEqual({ code: 0, output: expect.stringContaining('第 1 到 14 条记录完整') })
  })
  it('says what is not there', { timeout }, async () => {
    const late = await offline('--segment', join(folder, '9.jsonl.gz'), '--fingerprint', own())
    expect(late).toEqual({
      code: 0,
      output: expect.stringMatching(/的第 9 到 11 条记录完整，.*\n第 1 到 8 条不在这些文件中，没有核对\n$/),
    })
    expect(await offline('--segment', await newFolder('empty'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('未找到审计日志的归档文件'),
    })
  })
  it.each<[string, (lines: string[]) => string[], string]>([
    ['an edited row', (lines) => lines.map((line) => line.replace('n2', 'n9')), '条内容被改动'],
    ['a missing row', (lines) => lines.filter((line) => !line.startsWith('{"seq":4,')), '第 4 条记录被删除'],
    ['a cut end', (lines) => [...lines.slice(0, -2), ''], '第 8 条末尾被截断'],
    [
      'a shorter range',
      (lines) => [...lines.slice(0, -2), ''].map((line) => line.replace('"last":8,"rows":8', '"last":7,"rows":7')),
      '签名不符',
    ],
    [
      'another key',
      (lines) => lines.map((line) => line.replace(/"publicKey":"[^"]+"/, '"publicKey":"MCowBQYDK2VwAyEA"')),
      '签名不符',
    ],
  ])('refuses %s', { timeout }, async (_, change, sentence) => {
    const target = await copy()
    await edit(join(target, '1.jsonl.gz'), change)
    const { code, output } = await offline('--segment', target)
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(sentence) })
  })
  it('refuses a gap between files, a broken one, and a key that is not expected', { timeout }, async () => {
    const target = await copy()
    await writeFile(join(target, '9.jsonl.gz'), (await readFile(join(target, '9.jsonl.gz'))).subarray(0, 200))
    const broken = await offline('--segment', target)
    expect(broken).toEqual({ code: 1, output: expect.stringContaining('9.jsonl.gz：文件已损坏，无法解压') })
    const foreign = await offline('--segment', folder, '--fingerprint', 'f'.repeat(32))
    expect(foreign).toEqual({ code: 1, output: expect.stringContaining(`指纹是 ${own()}，不是 ffff`) })
    await rm(join(target, '9.jsonl.gz'))
    const gap = await offline('--segment', target)
    expect(gap).toEqual({ code: 1, output: expect.stringContaining('12.jsonl.gz）：缺少第 9 到 11 条') })
  })
})

describe('a backup', () => {
  it('takes archived segments along, proves them, and restores them', { timeout }, async () => {
    const place = await newFolder('place')
    const proved = await runCommand(installed.folder, 'backup', [place, '--prove'], installed.env)
    expect(proved).toMatchObject({ code: 0, output: expect.stringContaining('演练恢复成功') })
    const folder = await newFolder('restored')
    const env = { ...installed.env, DATABASE_URL: await createEmptyDatabase() }
    expect(await runCommand(folder, 'restore', [place], env)).toMatchObject({ code: 0 })
    const { code, output } = await runCommand(folder, 'audit-verify', [], env)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('3 个归档分段完整，共 14 条记录') })
    const digests = await runCommand(folder, 'verify', ['--digests'], env)
    expect(digests).toMatchObject({ code: 0, output: expect.stringMatching(/核对了 \d+ 个文件的内容，全部完好/) })

    const lost = join(folder, 'files/archive', company)
    await mkdir(join(folder, 'aside'))
    await rename(lost, join(folder, 'aside', company))
    const missing = await runCommand(folder, 'verify', [], env)
    expect(missing).toMatchObject({ code: 1, output: expect.stringMatching(/审计日志归档 .* 缺失\n[\s\S]*缺失 3 个/) })
    const inBackup = join(place, 'content', company)
    await rename(inBackup, join(folder, 'aside', 'of-backup'))
    const refused = await runCommand(
      installed.folder,
      'backup',
      [place, '--prove', '--backup', await lastOf(place)],
      installed.env,
    )
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('演练恢复失败') })
  })
  const lastOf = async (place: string) => {
    const names = await readdir(join(place, 'backups'))
    return names.sort().at(-1) ?? ''
  }
})
