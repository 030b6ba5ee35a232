import { t } from '@atrium/contract/kernel/texts.ts'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { readFormSecret } from '../provider/library-overrides.ts'
import { escaped, showPage as show } from '../provider/provider-page.ts'

type Failure = Error & { userCode?: string }

const buildForm = (ctx: KoaContextWithOIDC, fields: string) =>
  `<form method="post" action="${escaped(ctx.oidc.urlFor('code_verification'))}">
<input type="hidden" name="xsrf" value="${escaped(readFormSecret(ctx))}">${fields}</form>`
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
    return show(ctx, t('未登录设备'), t('<p>已拒绝该设备的登录请求，可以关闭此页面。</p>'))
  const problem = failure ? `<p role="alert">${describeProblem(failure)}</p>` : t('<p>请输入设备上显示的代码。</p>')
  show(
    ctx,
    t('登录设备'),
    problem +
      buildForm(
        ctx,
        t(
          '<input name="user_code" aria-label="代码" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus>\n<button class="first" type="submit">下一步</button>',
        ),
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
    t('登录设备'),
    t(
      '<p>是否允许设备上的“{clientName}”以您的账号登录？请核对设备上显示的代码：</p><code>{userCode}</code>\n<small>请求来自 {ip}。如果不是您本人在该设备上操作，或代码由他人发来，请拒绝。</small>',
      {
        clientName: escaped(client.clientName ?? ''),
        userCode: escaped(userCode),
        ip: escaped(String(device.ip ?? '')),
      },
    ) +
      buildForm(
        ctx,
        t(
          '<input type="hidden" name="user_code" value="{userCode}">\n<button class="first" type="submit" name="confirm" value="yes">是我本人操作，继续</button>\n<button type="submit" name="abort" value="yes">拒绝</button>',
          { userCode: escaped(userCode) },
        ),
      ),
  )

export const showDeviceSignedIn = (ctx: KoaContextWithOIDC) =>
  show(ctx, t('设备已登录'), t('<p>请回到设备上继续，可以关闭此页面。</p>'))
