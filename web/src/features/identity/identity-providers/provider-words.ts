import type { ProviderKind } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { t } from '../../../ui/texts.ts'

export const kindNames: Record<ProviderKind, string> = {
  oidc: 'OpenID Connect',
  wecom: t('企业微信'),
  dingtalk: t('钉钉'),
  feishu: t('飞书'),
  wechat: t('微信'),
}
export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

const providerLabels = {
  kind: t('类型'),
  name: t('按钮文字'),
  issuer: t('身份源地址'),
  agentId: t('AgentId 或 CorpId'),
  scopes: t('申请的范围'),
  mailDomains: t('邮箱域名'),
  enabled: t('启用'),
  createsPeople: t('自动创建账号'),
  mapping: t('属性映射'),
  mapsAlways: t('每次登录更新'),
} as const

const own = t('使用公有服务时不填，专有部署填写其地址')
type Words = {
  clientId: string
  secret: string
  /** Without it, the kind has no such field. */
  agentId?: string
}
/** What providers call the fields. */
const kindLabels: Record<ProviderKind, Words> = {
  oidc: { clientId: 'Client ID', secret: 'Client Secret' },
  wecom: { clientId: 'CorpID', secret: 'Secret', agentId: 'AgentId' },
  dingtalk: { clientId: t('Client ID（原 AppKey）'), secret: t('Client Secret（原 AppSecret）'), agentId: 'CorpId' },
  feishu: { clientId: 'App ID', secret: 'App Secret' },
  wechat: { clientId: 'AppID', secret: 'AppSecret' },
}
export const pickLabels = (kind: ProviderKind) => ({ ...providerLabels, ...kindLabels[kind] })

/** Where the values of a kind are found. */
export const kindHelps: Record<ProviderKind, Words & { issuer: string }> = {
  oidc: {
    issuer: t('Issuer 地址，例如 https://login.example.cn'),
    clientId: t('在身份源登记本系统后获得'),
    secret: t('与 Client ID 一同获得'),
  },
  wecom: {
    issuer: own,
    clientId: t('企业 ID，在企业微信管理后台的“我的企业”中查看'),
    secret: t('自建应用详情中的 Secret'),
    agentId: t('自建应用详情中的 AgentId'),
  },
  dingtalk: {
    issuer: own,
    clientId: t('在钉钉开放平台应用的“凭证与基础信息”中查看'),
    secret: t('与 Client ID 在同一页面'),
    agentId: t('企业的 CorpId，填写后仅该企业的成员可登录'),
  },
  feishu: {
    issuer: own,
    clientId: t('在飞书开放平台应用的“凭证与基础信息”中查看'),
    secret: t('与 App ID 在同一页面'),
  },
  wechat: {
    issuer: own,
    clientId: t('在微信开放平台网站应用的详情中查看'),
    secret: t('与 AppID 在同一页面'),
  },
}
/** Fields that a kind needs beyond the schema. */
export const neededBy = (kind: ProviderKind): readonly string[] =>
  kind === 'oidc' ? ['issuer'] : kind === 'wecom' ? ['agentId'] : []
