import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCompany } from '../../../../test/factories.ts'
import { createMessaging, eventually, type Messaging } from '../../../../test/messaging.ts'

let app: Messaging
let companyId: string
beforeAll(async () => {
  app = await createMessaging()
  companyId = await buildCompany(app)
  await app.start()
})

const outcome = async (of: { channel: 'sms' | 'mail'; to: { phone: string } | { mail: string }; code?: string }) => {
  const { channel, to, code = '' } = of
  const values = { code, minutes: '5' }
  await app.database.transact({ reach: 'platform' }, (db) =>
    app.messages.enqueue(db, { companyId, channel, template: 'code', to, values }),
  )
  const id = String((await app.rows()).at(-1)?.id)
  app.messages.wake()
  return eventually(async () => {
    const [row] = await app.sql(
      `select state, provider, receipt, problem, content is null as emptied from messages where id = $1 and problem is distinct from receipt`,
      [id],
    )
    if (!row) throw new Error('not delivered yet')
    return row
  })
}

type Got = { url: URL; headers: IncomingMessage['headers']; body: string }
/** A local SMS service that verifies signatures itself. */
const smsService = (judge: (got: Got) => object) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const got = {
      url: new URL(request.url ?? '', `http://${request.headers.host}`),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(judge(got)))
  })
  beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
  afterAll(() => new Promise<void>((closed) => server.close(() => closed())))
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const part = (authorization: string, name: string) => new RegExp(`${name}=([^,]+)`).exec(authorization)?.[1] ?? ''
const setKeys = async (provider: string, endpoint: string) => {
  await app.set('sms.provider', provider)
  await app.set('sms.accessKeyId', 'LTAI-test')
  await app.setSecret('sms.accessKeySecret', 'key-of-the-test')
  await app.set('sms.signName', '晨曦')
  await app.set('sms.endpoint', endpoint)
  await app.sql(`update message_templates set provider_template = '20260101' where channel = 'sms'`)
}
const to = { phone: '13800001234' }

describe('Alibaba Cloud', () => {
  let got: Got | undefined
  const endpoint = smsService((arrived) => {
    got = arrived
    const { url, headers, body } = arrived
    const authorization = String(headers.authorization)
    const names = part(authorization, 'SignedHeaders').split(';')
    const canonical = `POST\n${url.pathname}\n${url.search.slice(1)}\n${names.map((name) => `${name}:${headers[name]}\n`).join('')}\n${names.join(';')}\n${sha256(body)}`
    const right = hmac('key-of-the-test', `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
    return part(authorization, 'Signature') === right
      ? { Code: 'OK', Message: 'OK', BizId: '900619746936498440^0' }
      : { Code: 'SignatureDoesNotMatch', Message: 'Specified signature is not matched.' }
  })
  beforeAll(() => setKeys('aliyun', endpoint()))

  it('accepts a message with a correct signature', async () => {
    expect(await outcome({ channel: 'sms', to, code: '012345' })).toEqual({
      state: 'sent',
      provider: 'aliyun',
      receipt: '900619746936498440^0',
      problem: null,
      emptied: true,
    })
    expect(Object.fromEntries(got?.url.searchParams ?? [])).toEqual({
      PhoneNumbers: '13800001234',
      SignName: '晨曦',
      TemplateCode: '20260101',
      TemplateParam: '{"code":"012345","minutes":"5"}',
      RegionId: 'cn-hangzhou',
    })
    expect(got?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(String(got?.headers['x-acs-date'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })
  it('reports the provider’s error', async () => {
    await app.setSecret('sms.accessKeySecret', 'another')
    const problem = 'SignatureDoesNotMatch Specified signature is not matched.'
    expect(await outcome({ channel: 'sms', to })).toMatchObject({ state: 'queued', problem })
  })
  it('is called over HTTPS, except on this machine', async () => {
    await app.set('sms.endpoint', 'http://dysmsapi.example.com/')
    expect(await outcome({ channel: 'sms', to })).toMatchObject({ problem: '短信接口地址必须以 https:// 开头' })
    await app.set('sms.endpoint', 'http://127.evil.example.com/')
    expect(await outcome({ channel: 'sms', to })).toMatchObject({ problem: '短信接口地址必须以 https:// 开头' })
    await app.set('sms.endpoint', 'nowhere')
    expect(await outcome({ channel: 'sms', to })).toMatchObject({ problem: '短信接口地址不是有效的网址' })
  })
  it('is reported in a readable message if unreachable', async () => {
    await app.set('sms.endpoint', 'http://127.0.0.1:1/')
    const { problem } = await outcome({ channel: 'sms', to })
    expect(problem).toMatch(/^短信服务商无响应：.+/)
  })
})

describe('Tencent Cloud', () => {
  let got: Got | undefined
  let refuse = false
  const endpoint = smsService((arrived) => {
    got = arrived
    const { headers, body } = arrived
    const authorization = String(headers.authorization)
    const names = part(authorization, 'SignedHeaders').split(';')
    const canonical = `POST\n/\n\n${names.map((name) => `${name}:${String(headers[name]).toLowerCase()}\n`).join('')}\n${names.join(';')}\n${sha256(body)}`
    const [, date = '', service = ''] = part(authorization, 'Credential').split('/')
    const text = `TC3-HMAC-SHA256\n${headers['x-tc-timestamp']}\n${date}/${service}/tc3_request\n${sha256(canonical)}`
    const key = hmac(hmac(hmac('TC3key-of-the-test', date), service), 'tc3_request')
    if (part(authorization, 'Signature') !== hmac(key, text).toString('hex'))
      return { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: '签名错误' }, RequestId: '1' } }
    const [number] = JSON.parse(body).PhoneNumberSet
    const status = refuse
      ? { SerialNo: '', Code: 'LimitExceeded.PhoneNumberDailyLimit', Message: `${number} 超限` }
      : { SerialNo: '5000:1045710669157053657849499619', Code: 'Ok', Message: 'send success' }
    return { Response: { SendStatusSet: [{ ...status, PhoneNumber: number, Fee: 1 }], RequestId: '1' } }
  })
  beforeAll(async () => {
    await setKeys('tencent', endpoint())
    await app.set('sms.sdkAppId', '1400006666')
  })

  it('accepts a message with a correct signature, with values in the order of the wording', async () => {
    const receipt = '5000:1045710669157053657849499619'
    const sent = { state: 'sent', provider: 'tencent', receipt, problem: null, emptied: true }
    expect(await outcome({ channel: 'sms', to, code: '543210' })).toEqual(sent)
    expect(JSON.parse(got?.body ?? '')).toEqual({
      PhoneNumberSet: ['+8613800001234'],
      SmsSdkAppId: '1400006666',
      SignName: '晨曦',
      TemplateId: '20260101',
      TemplateParamSet: ['543210', '5'],
    })
    expect(got?.headers).toMatchObject({
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': 'ap-guangzhou',
    })
  })
  it('reports the provider’s error without the phone', async () => {
    refuse = true
    const problem = 'LimitExceeded.PhoneNumberDailyLimit +86138****1234 超限'
    expect(await outcome({ channel: 'sms', to })).toMatchObject({ state: 'queued', problem })
  })
  it('reports a wrong key', async () => {
    await app.setSecret('sms.accessKeySecret', 'another')
    const problem = 'AuthFailure.SignatureFailure 签名错误'
    expect(await outcome({ channel: 'sms', to })).toMatchObject({ state: 'queued', problem })
  })
})

describe('mail by SMTP', () => {
  const pem = readFileSync(join(import.meta.dirname, '../../../../test/localhost.pem'), 'utf8')
  const mail = { mail: 'wang@example.cn' }
  let delivered: { from: string; to: string[]; user: string | undefined; secure: boolean; text: string }[] = []
  const listen = async (options: SMTPServerOptions) => {
    const server = new SMTPServer({
      authOptional: true,
      onAuth({ username, password }, _, done) {
        if (username === 'noreply' && password === 'mail-secret') done(null, { user: username })
        else done(new Error('Invalid username or password'))
      },
      onRcptTo({ address }, _, done) {
        done(address.startsWith('nobody') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null)
      },
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const { mailFrom, rcptTo } = session.envelope
        delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user as string | undefined,
          secure: session.secure,
          text: Buffer.concat(chunks).toString(),
        })
        done()
      },
      ...options,
    })
    server.on('error', () => undefined)
    const port = await new Promise<number>((ready) => {
      const listening = server.listen(0, 'localhost', () => ready((listening.address() as AddressInfo).port))
    })
    afterAll(() => new Promise<void>((closed) => server.close(() => closed())))
    return port
  }
  const use = async (port: number, secure: boolean) => {
    delivered = []
    await app.set('mail.port', port)
    await app.set('mail.secure', secure)
  }
  const plain = { disabledCommands: ['STARTTLS'] }
  const certified = { key: pem, cert: pem }
  const trust = (also: string[]) => tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), ...also])

  beforeAll(async () => {
    await app.set('mail.provider', 'smtp')
    await app.set('mail.host', 'localhost')
    await app.set('mail.from', 'Atrium <noreply@example.cn>')
  })

  it('reports missing settings', async () => {
    await app.set('mail.host', '')
    expect(await outcome({ channel: 'mail', to: mail })).toMatchObject({ problem: '未填写邮件服务器' })
    await app.set('mail.host', 'localhost')
    await app.set('mail.from', '')
    expect(await outcome({ channel: 'mail', to: mail })).toMatchObject({ problem: '未填写发件人' })
    await app.set('mail.from', 'Atrium <noreply@example.cn>')
  })
  it('is delivered in plain text on this machine only', async () => {
    await use(await listen(plain), false)
    expect(await outcome({ channel: 'mail', to: mail, code: '112233' })).toMatchObject({
      state: 'sent',
      provider: 'smtp',
      receipt: expect.stringMatching(/^250 /),
      emptied: true,
    })
    const [arrived] = delivered
    expect(arrived).toMatchObject({ from: 'noreply@example.cn', to: ['wang@example.cn'], secure: false })
    expect(arrived?.text).toContain(`Subject: =?UTF-8?B?${Buffer.from('验证码').toString('base64')}?=`)
    const body = arrived?.text.split('\r\n\r\n').slice(1).join('\r\n\r\n') ?? ''
    expect(Buffer.from(body, 'base64').toString()).toContain('您的验证码是 112233，5 分钟内有效')
  })
  it('rejects a server with an untrusted certificate, under implicit TLS and STARTTLS', async () => {
    for (const secure of [true, false]) {
      await use(await listen({ ...certified, secure }), secure)
      const { state, problem } = await outcome({ channel: 'mail', to: mail })
      expect([state, problem]).toEqual(['queued', expect.stringContaining('无法连接邮件服务器：')])
      expect(problem).toContain('self-signed certificate')
      expect(delivered).toEqual([])
    }
  })
  it('authenticates and sends over TLS to a trusted server', async () => {
    trust([pem])
    await app.set('mail.user', 'noreply')
    await app.setSecret('mail.password', 'mail-secret')
    for (const secure of [true, false]) {
      await use(await listen({ ...certified, secure, authOptional: false }), secure)
      expect(await outcome({ channel: 'mail', to: mail })).toMatchObject({ state: 'sent' })
      expect(delivered).toMatchObject([{ user: 'noreply', secure: true }])
    }
    trust([])
  })
  it('reports the server’s refusal without the address', async () => {
    await app.set('mail.user', '')
    await use(await listen(plain), false)
    expect(await outcome({ channel: 'mail', to: { mail: 'nobody@example.cn' } })).toMatchObject({
      state: 'queued',
      problem: '550 No such user',
    })
  })
  it('reports an unreachable server', async () => {
    await use(1, false)
    const { problem } = await outcome({ channel: 'mail', to: mail })
    expect(problem).toMatch(/^无法连接邮件服务器：.*ECONNREFUSED/)
  })
  it('reports no internal errors in the tests above', () => {
    expect(app.errors).toEqual([])
  })
})
