import type { ProviderKind } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'

export const kindNames: Record<ProviderKind, string> = {
  oidc: 'OpenID Connect',
  wecom: '企业微信',
  dingtalk: '钉钉',
  feishu: '飞书',
  wechat: '微信',
}
export const kindOptions = Object.entries(kindNames).map(([value, label]) => ({ value, label }))

export const providerLabels = {
  kind: '类型',
  name: '按钮文字',
  issuer: '身份源地址',
  clientId: '客户端 ID',
  secret: '客户端密钥',
  agentId: 'AgentId 或 CorpId',
  scopes: '申请的范围',
  mailDomains: '邮箱域名',
  enabled: '启用',
  createsPeople: '自动创建账号',
  mapping: '属性映射',
  mapsAlways: '每次登录更新',
} as const

type Help = { issuer: string; clientId: string; agentId: string | undefined }
const own = '使用公有服务时不填，专有部署填写其地址'
/** What the fields mean for a kind; without `agentId` it has no such field. */
export const kindHelps: Record<ProviderKind, Help> = {
  oidc: { issuer: 'Issuer 地址，例如 https://login.example.cn', clientId: 'Client ID', agentId: undefined },
  wecom: { issuer: own, clientId: '企业的 CorpId', agentId: '自建应用的 AgentId，必填' },
  dingtalk: { issuer: own, clientId: '应用的 AppKey', agentId: '企业的 CorpId，填写后仅该企业的成员可登录' },
  feishu: { issuer: own, clientId: '自建应用的 App ID', agentId: undefined },
  wechat: { issuer: own, clientId: '网站应用的 AppID', agentId: undefined },
}
