import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { openSocket, sessionLines } from '../../../test/raw-socket.ts'

let app: TestApp
let session: string
beforeAll(async () => {
  app = await createTestApp()
  session = await sessionLines(app)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
})
const event = 'baseParameter.removed'
const refusedRows = () => app.sql(`select ip, code from audit_log where event = $1 and not ok`, [event])
const refusedCall = () =>
  `DELETE ${baseParametersContract.remove.path.replace(':id', randomUUID())} HTTP/1.1\r\nhost: x\r\n${session}\r\n\r\n`

it('audits a refused call with its address when the caller resets the connection', async () => {
  const calls = 30
  for (let call = 0; call < calls; call += 1) {
    const socket = await openSocket(app.server)
    socket.on('error', () => undefined)
    const arrived = once(app.server.server, 'request')
    socket.write(refusedCall())
    await arrived
    socket.resetAndDestroy()
  }
  await vi.waitFor(async () => expect(await refusedRows()).toHaveLength(calls), 5000)
  expect(await refusedRows()).toEqual(Array(calls).fill({ ip: '127.0.0.1', code: 404 }))
})

it('audits a call whose connection is reset before the server reads it, possibly without the address', async () => {
  const before = (await refusedRows()).length
  const calls = 20
  const sockets = await Promise.all(Array.from({ length: calls }, () => openSocket(app.server)))
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.write(refusedCall(), () => socket.resetAndDestroy())
  }
  await vi.waitFor(async () => expect(await refusedRows()).toHaveLength(before + calls), 5000)
  expect((await refusedRows()).slice(before).every(({ ip }) => ip === '127.0.0.1' || ip === '')).toBe(true)
})
