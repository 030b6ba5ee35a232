import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../harness.ts'
import { createGate } from './gate.ts'
import { hostileJson } from './hostile-values.ts'
import { createSamples } from './samples.ts'
import { shotWith } from './shots.ts'

it('where captchas are always asked for, hostile answers and ids are taken', async () => {
  const strict = await createTestApp()
  await strict.sql(`update base_parameters set value = '"always"' where code = 'captcha'`)
  const samples = await createSamples(await createTestApp(), 100)
  const here = createGate(strict.server)
  for (const name of ['captcha', 'uuid']) {
    const at = { part: 'body', path: [name] } as const
    const verify = samples.sampleOf(signInContract.verify)
    // Each its own account: who tries one sixteen times at once is made to wait before his captcha is looked at.
    const sample = (n: number) => {
      const { body, ...rest } = verify(n, at)
      return { ...rest, body: { ...(body as object), account: `nobody${n}` } }
    }
    await here.volley(
      hostileJson.map((value, n) => shotWith(signInContract.verify, sample(n), samples.picture, at, value)),
    )
  }
  expect(here.takeFaults()).toEqual([])
  expect(here.codes.get(signInErrors.wrongCaptcha.code)).toBeGreaterThan(hostileJson.length / 10)
})
