import { type OidcSettings, oidcWrite } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { hasSecrets } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import {
  NumberField,
  SearchManyField,
  SelectField,
  SwitchField,
  TextField,
  WordsField,
} from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { toOptions } from '../open-apis/public/open-words.ts'
import { ClaimsField } from './claims-field.tsx'
import { claimsText, grantNames, oidcLabels, secretPlaceNames } from './oidc-words.ts'
import { scopeNames, scopesText } from './scope-words.ts'
import { useClaimFields } from './use-claim-fields.ts'

const { oidc, updateOidc } = openAppsContract
type Values = z.input<typeof oidcWrite>

const findAmong =
  (names: Readonly<Record<string, string>>): Find =>
  async (search) =>
    toOptions(names).filter(({ value, label }) => label.includes(search) || value.includes(search))
const findScopes = findAmong(scopeNames)
const { client_credentials: own, ...codeGrants } = grantNames
const findGrants = { all: findAmong({ ...codeGrants, client_credentials: own }), code: findAmong(codeGrants) }

type OidcFormProps = { app: OpenAppRow; settings: OidcSettings; onClosed: () => void }
/** Sets how an application signs people in. */
export const OidcForm = ({
  app,
  settings: { issuer: _, tenantIssuers: _own, ...settings },
  onClosed,
}: OidcFormProps) => {
  const write = useWrite(updateOidc, { invalidates: [oidc] })
  const hasSecret = hasSecrets(app.kind)
  const claimFields = useClaimFields()
  const { pkce, secretBy, ...others } = oidcLabels
  return (
    <DrawerForm
      title={t('设置 OIDC 单点登录：{name}', { name: app.name })}
      act={t('保存')}
      schema={oidcWrite}
      labels={hasSecret ? oidcLabels : others}
      initial={settings}
      formatters={{
        grants: (grants) => listText(grants.map((grant) => grantNames[grant])),
        scopes: scopesText,
        claims: (claims = []) => claimsText(claims, claimFields),
        secretBy: (place) => secretPlaceNames[place],
      }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body: { ...settings, ...body } })}
      onClosed={onClosed}
    >
      <SearchManyField<Values>
        name="grants"
        find={hasSecret ? findGrants.all : findGrants.code}
        help={t('网页登录选“授权码”，无浏览器的设备选“设备码”；不选即停用')}
      />
      <WordsField<Values>
        name="redirectUris"
        placeholder={t('输入完整地址后回车')}
        help={t('登录完成后返回应用的地址，须与应用发送的完全一致')}
      />
      <WordsField<Values>
        name="logoutUris"
        placeholder={t('输入完整地址后回车')}
        help={t('应用发起退出后返回的地址')}
      />
      <TextField<Values> name="backchannelLogoutUri" help={t('用户退出登录或被锁定时通知该地址，须以 https:// 开头')} />
      <SearchManyField<Values> name="scopes" find={findScopes} help={t('登录时逐项告知用户，经用户允许后提供')} />
      <ClaimsField help={t('按应用要求的名称提供，例如 groups 对应角色名称；须经用户授权')} />
      {hasSecret && <SwitchField<Values> name="pkce" help={t('网页应用和客户端应用始终强制使用')} />}
      {hasSecret && <SelectField<Values> name="secretBy" options={toOptions(secretPlaceNames)} />}
      <NumberField<Values> name="accessTtl" help={t('60-86400 秒；用户退出登录后立即失效')} />
      <NumberField<Values> name="refreshTtl" help={t('300-2592000 秒；用户退出登录后立即失效')} />
    </DrawerForm>
  )
}
