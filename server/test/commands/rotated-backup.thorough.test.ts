import { expect, it } from 'vitest'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { createEmptyDatabase, createInstallation, newFolder } from '../backup-stage.ts'
import { runCommand, spawnCommand } from '../crash/product.ts'
import { testSecretKey } from '../harness.ts'

const next = 'k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga'
const values = 3000

it('a backup made during a rotation of the key is restored with both keys, and rotated to its end', {
  timeout: 240_000,
}, async () => {
  const { app, folder, env } = await createInstallation()
  const { seal } = createSecrets(testSecretKey)
  await app.sql(
    `insert into oidc_keys (id, sealed, created_at) select gen_random_uuid(), each, now() from unnest($1::text[]) each`,
    [Array.from({ length: values }, (_, at) => seal(`number ${at}`))],
  )
  const alone = { SECRET_KEY: next }
  const both = { ...alone, SECRET_KEY_PREVIOUS: testSecretKey }
  const rotation = spawnCommand(folder, 'key', ['rotate'], { ...env, ...both })
  rotation.process.stdout.once('data', () => rotation.process.kill('SIGKILL'))
  expect(await rotation.ended).toMatchObject({ code: null })

  const place = await newFolder('place')
  expect(await runCommand(folder, 'backup', [place, '--prove'], { ...env, ...both })).toMatchObject({
    code: 0,
    output: expect.stringContaining('演练恢复成功'),
  })
  const copy = await newFolder('copy')
  const url = await createEmptyDatabase()
  const atrium = (word: string, args: string[], keys: Readonly<Record<string, string>>) =>
    runCommand(copy, word, args, { DATABASE_URL: url, ...keys })
  expect(await atrium('restore', [place], alone)).toMatchObject({
    code: 1,
    output: expect.stringContaining('制作时正在轮换密钥'),
  })
  expect(await atrium('restore', [place], both)).toMatchObject({ code: 0 })
  expect(await atrium('key', ['rotate'], both)).toMatchObject({ code: 0, output: expect.stringContaining('轮换完成') })
  const { output } = await atrium('key', ['status'], alone)
  expect(output).toMatch(new RegExp(`oidc_keys\\.sealed：现在的密钥 ${values}\\d*，待重新加密 0$`, 'm'))
  expect(await atrium('audit-verify', [], alone)).toMatchObject({ code: 0 })
})
