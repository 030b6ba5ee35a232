import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../harness.ts'
import { createGate } from './gate.ts'
import { hostileJson } from './hostile-values.ts'
import { createSamples } from './samples.ts'
import { shotWith } from './shots.ts'

it('accepts hostile captchas and captcha ids where captchas are always required', async () => {
  const strictApp = await createTestApp()
  await strictApp.sql(`update base_parameters set value = '"always"' where code = 'captcha'`)
  const samples = await createSamples(await createTestApp(), 100)
  const gate = createGate(strictApp.server)
  for (const name of ['captcha', 'uuid']) {
    const at = { part: 'body', path: [name] } as const
    const verify = samples.buildSample(signInContract.verify)
    // A separate account per request: sixteen concurrent attempts on one account are throttled before the captcha
    // check.
    const sample = (n: number) => {
      const { body, ...rest } = verify(n, at)
      return { ...rest, body: { ...(body as object), account: `nobody${n}` } }
    }
    await gate.volley(
      hostileJson.map((value, n) => shotWith(signInContract.verify, sample(n), samples.picture, at, value)),
    )
  }
  expect(gate.takeFaults()).toEqual([])
  expect(gate.codes.get(signInErrors.wrongCaptcha.code)).toBeGreaterThan(hostileJson.length / 10)
})
