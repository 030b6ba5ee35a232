import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { readFormSecret } from '../provider/library-overrides.ts'
import { escaped, showPage as show } from '../provider/provider-page.ts'

type Failure = Error & { userCode?: string }

const buildForm = (ctx: KoaContextWithOIDC, fields: string) =>
  `<form method="post" action="${escaped(ctx.oidc.urlFor('code_verification'))}">
<input type="hidden" name="xsrf" value="${escaped(readFormSecret(ctx))}">${fields}</form>`
const describeProblem = ({ name }: Failure): string => {
  if (name === 'NoCodeError') return '请输入设备上显示的代码'
  if (name === 'NotFoundError') return '代码有误，请核对后重新输入'
  if (name === 'ExpiredError') return '代码已过期，请在设备上重新获取'
  if (name === 'AlreadyUsedError') return '代码已使用，请在设备上重新获取'
  return '请求有误，请重新输入代码'
}

/** Asks for the code that a device shows. */
export const askUserCode = (ctx: KoaContextWithOIDC, _form: string, _out?: unknown, failure?: Failure) => {
  if (failure?.name === 'AbortedError')
    return show(ctx, '未登录设备', '<p>已拒绝该设备的登录请求，可以关闭此页面。</p>')
  const problem = failure ? `<p role="alert">${describeProblem(failure)}</p>` : '<p>请输入设备上显示的代码。</p>'
  show(
    ctx,
    '登录设备',
    problem +
      buildForm(
        ctx,
        `<input name="user_code" aria-label="代码" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus>
<button class="first" type="submit">下一步</button>`,
      ),
  )
}

/** Asks whether the person holds the device: a stranger may have sent them the code. */
export const confirmUserCode = (
  ctx: KoaContextWithOIDC,
  _form: string,
  client: Client,
  device: Record<string, unknown>,
  userCode: string,
) =>
  show(
    ctx,
    '登录设备',
    `<p>是否允许设备上的“${escaped(client.clientName ?? '')}”以您的账号登录？请核对设备上显示的代码：</p><code>${escaped(userCode)}</code>
<small>请求来自 ${escaped(String(device.ip ?? ''))}。如果不是您本人在该设备上操作，或代码由他人发来，请拒绝。</small>` +
      buildForm(
        ctx,
        `<input type="hidden" name="user_code" value="${escaped(userCode)}">
<button class="first" type="submit" name="confirm" value="yes">是我本人操作，继续</button>
<button type="submit" name="abort" value="yes">拒绝</button>`,
      ),
  )

export const showDeviceSignedIn = (ctx: KoaContextWithOIDC) =>
  show(ctx, '设备已登录', '<p>请回到设备上继续，可以关闭此页面。</p>')
