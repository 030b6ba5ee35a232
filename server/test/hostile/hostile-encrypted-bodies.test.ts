import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { buildShot } from './shots.ts'
import { bodyEndpoints, bodyTexts, createStage, stageTimeout } from './stage.ts'

vi.setConfig({ testTimeout: stageTimeout })
/** How long a server caches parameters. */
const settingsCacheMs = 1100

it.each([1, 2])('bodies encrypted in mode %i may be invalid', async (mode) => {
  const { app, samples, gate } = await createStage()
  await app.sql(`update base_parameters set value = to_jsonb($1::text) where code = 'encrypt'`, [String(mode)])
  const ciphers: unknown[] = [
    ...bodyTexts,
    ...bodyTexts.map((text) => `g1.${text}`),
    ...Array.from({ length: 66 }, (_, bytes) => randomBytes(bytes).toString('base64')),
    ...Array.from({ length: 66 }, (_, bytes) => `g1.${randomBytes(bytes).toString('base64')}`),
    null,
    0,
    true,
    [],
    {},
    ['g1.'],
    { cipher: 'x' },
    `g1.${randomBytes(500_000).toString('base64')}`,
  ]
  await new Promise((old) => setTimeout(old, settingsCacheMs))
  const withBody = bodyEndpoints.filter(({ method }) => method !== 'DELETE')
  // The kernel decrypts all bodies in the same way (decision 29): one endpoint gets all ciphers, each other one an
  // eighth.
  const shots = withBody.flatMap((endpoint, at) =>
    ciphers
      .filter((_, n) => at === 0 || n % 8 === at % 8)
      .map((cipher) => {
        const shot = buildShot(endpoint, samples.buildSample(endpoint)(0, undefined), samples.picture)
        return endpoint.wire === 'multipart'
          ? shot
          : { ...shot, payload: JSON.stringify({ cipher }), description: `cipher ${JSON.stringify(cipher)}` }
      }),
  )
  await gate.volley(shots)
  expect(gate.takeFaults()).toEqual([])
  // The cipher is read before any other check of a body.
  expect(gate.codes.get(400) ?? 0).toBeGreaterThan(shots.length / 4)
})
