import { t } from '@atrium/contract/kernel/texts.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { isLoopback } from './loopback.ts'
import { type Provider, ProviderProblem } from './provider.ts'

const timeout = 10_000
const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout, dnsTimeout: timeout }

/** The server's own answer if there is one; it starts with its code. */
const toProviderProblem = (error: Error & { response?: string }) =>
  new ProviderProblem(error.response ?? t('无法连接邮件服务器：{message}', { message: error.message }))

/**
 * Mail by SMTP over pooled connections, reopened when settings change. Certificates are verified, and without TLS mail
 * is only sent to this machine.
 */
export const createSmtpProvider = (settings: Settings): Provider & { close(): void } => {
  const connect = async (of: { host: string; port: number; secure: boolean; user: string; password: string }) => {
    // Loaded on demand, to save memory where no mail is sent.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      pool: true,
      host: of.host,
      port: of.port,
      secure: of.secure,
      requireTLS: !of.secure && !isLoopback(of.host),
      ...(of.user !== '' && { auth: { user: of.user, pass: of.password } }),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let open: { key: string; transport: ReturnType<typeof connect> } | undefined
  const close = () =>
    void open?.transport.then(
      (transport) => transport.close(),
      () => undefined,
    )

  const transport = async () => {
    const values = await settings.read()
    const of = {
      host: values['mail.host'],
      port: values['mail.port'],
      secure: values['mail.secure'],
      user: values['mail.user'],
      password: await settings.secret('mail.password'),
    }
    if (of.host === '') throw new ProviderProblem(t('未填写邮件服务器'))
    const key = JSON.stringify(of)
    if (open?.key !== key) {
      close()
      open = { key, transport: connect(of) }
    }
    return open.transport
  }

  return {
    name: 'smtp',
    async send({ to, title, text }) {
      const from = (await settings.read())['mail.from']
      if (from === '') throw new ProviderProblem(t('未填写发件人'))
      const connected = await transport()
      const sent = await connected
        .sendMail({
          from,
          // An object, never a list in a string: one message has one recipient.
          to: { name: '', address: to },
          subject: title,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .catch((error: Error) => {
          throw toProviderProblem(error)
        })
      return sent.response
    },
    async check() {
      const connected = await transport()
      await connected.verify().catch((error: Error) => {
        throw toProviderProblem(error)
      })
    },
    close,
  }
}
