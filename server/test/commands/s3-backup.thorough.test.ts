import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openBucket } from '../../src/kernel/files/s3-client.ts'
import { createEmptyDatabase, createInstallation, newFolder } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'
import { sendFile } from '../send-file.ts'
import { hasSwift, startSwift } from '../swift.ts'

/** Larger than what is sent at once. */
const largeBytes = 6_000_000

describe.skipIf(!hasSwift)('on a real server,', () => {
  it('a backup lies in a bucket, is restored into another one, and is pruned', { timeout: 240_000 }, async () => {
    const backups = { ...(await startSwift()), bucket: 'backups' }
    const files = { ...backups, bucket: 'restored' }
    for (const bucket of [backups, files]) await openBucket(bucket).createBucket()
    const { app, folder, env } = await createInstallation()
    const token = await app.signIn()
    for (const bytes of [randomBytes(100), randomBytes(largeBytes)])
      expect((await sendFile(app, token, Buffer.from(bytes.toString('hex')), '说明.txt')).code).toBe(0)

    const own = {
      ...env,
      BACKUP_S3_ENDPOINT: backups.endpoint,
      BACKUP_S3_ACCESS_KEY: backups.accessKey,
      BACKUP_S3_SECRET_KEY: backups.secretKey,
    }
    const place = 's3://backups/nightly'
    for (const _ of [1, 2]) expect(await runCommand(folder, 'backup', [place], own)).toMatchObject({ code: 0 })
    expect(await runCommand(folder, 'verify', [place], own)).toMatchObject({ code: 0 })
    const target = {
      ...own,
      DATABASE_URL: await createEmptyDatabase(),
      S3_ENDPOINT: files.endpoint,
      S3_BUCKET: files.bucket,
      S3_ACCESS_KEY: files.accessKey,
      S3_SECRET_KEY: files.secretKey,
    }
    const copy = await newFolder('restored')
    expect(await runCommand(copy, 'restore', [place], target)).toMatchObject({ code: 0 })
    expect(await runCommand(copy, 'verify', ['--digests'], target)).toMatchObject({
      code: 0,
      output: expect.stringContaining('核对了 2 个文件的内容，全部完好'),
    })
    expect(await runCommand(folder, 'prune', [place, '--keep', '1'], own)).toMatchObject({
      code: 0,
      output: expect.stringContaining('已删除 1 个备份和 0 个文件'),
    })
    const wrong = { ...own, BACKUP_S3_SECRET_KEY: 'wrong' }
    expect(await runCommand(folder, 'backup', [place], wrong)).toMatchObject({ code: 1 })
  })
})
