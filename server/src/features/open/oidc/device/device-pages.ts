import { t } from '@atrium/contract/kernel/texts.ts'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { readFormSecret } from '../provider/library-overrides.ts'
import { buttonElement, element, escaped, inputElement, showPage as show } from '../provider/provider-page.ts'
import { keepLocales } from '../provider/wanted-locales.ts'

type Failure = Error & { userCode?: string }

const buildForm = (ctx: KoaContextWithOIDC, fields: string) => {
  const action = escaped(ctx.oidc.urlFor('code_verification'))
  const secret = inputElement({ type: 'hidden', name: 'xsrf', value: readFormSecret(ctx) })
  return keepLocales(ctx, `<form method="post" action="${action}">${secret}${fields}</form>`)
}
const describeProblem = ({ name }: Failure): string => {
  if (name === 'NoCodeError') return t('请输入设备上显示的代码')
  if (name === 'NotFoundError') return t('代码有误，请核对后重新输入')
  if (name === 'ExpiredError') return t('代码已过期，请在设备上重新获取')
  if (name === 'AlreadyUsedError') return t('代码已使用，请在设备上重新获取')
  return t('请求有误，请重新输入代码')
}

/** Asks for the code that a device shows. */
export const askUserCode = (ctx: KoaContextWithOIDC, _form: string, _out?: unknown, failure?: Failure) => {
  if (failure?.name === 'AbortedError')
    return show(ctx, t('未登录设备'), element('p', t('已拒绝该设备的登录请求，可以关闭此页面。')))
  const advice = failure
    ? element('p', describeProblem(failure), { role: 'alert' })
    : element('p', t('请输入设备上显示的代码。'))
  const field = inputElement({
    name: 'user_code',
    'aria-label': t('代码'),
    maxlength: '20',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    autofocus: '',
  })
  show(
    ctx,
    t('登录设备', { context: 'act' }),
    advice + buildForm(ctx, field + buttonElement(t('下一步'), { class: 'first' })),
  )
}

/** Asks whether the person holds the device: a stranger may have sent them the code. */
export const confirmUserCode = (
  ctx: KoaContextWithOIDC,
  _form: string,
  client: Client,
  device: Record<string, unknown>,
  userCode: string,
) => {
  const clientName = client.clientName ?? ''
  const ip = String(device.ip ?? '')
  const question = t('是否允许设备上的“{clientName}”以您的账号登录？请核对设备上显示的代码：', { clientName })
  const warning = t('请求来自 {ip}。如果不是您本人在该设备上操作，或代码由他人发来，请拒绝。', { ip })
  const code = inputElement({ type: 'hidden', name: 'user_code', value: userCode })
  const confirm = buttonElement(t('是我本人操作，继续'), { class: 'first', name: 'confirm', value: 'yes' })
  const refuse = buttonElement(t('拒绝'), { name: 'abort', value: 'yes' })
  show(
    ctx,
    t('登录设备', { context: 'act' }),
    element('p', question) +
      element('code', userCode) +
      element('small', warning) +
      buildForm(ctx, code + confirm + refuse),
  )
}

export const showDeviceSignedIn = (ctx: KoaContextWithOIDC) =>
  show(ctx, t('设备已登录'), element('p', t('请回到设备上继续，可以关闭此页面。')))
