import type { ProviderKind } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import type { Adapter, OutsideFetch } from './adapter.ts'
import { createDingtalkAdapter } from './dingtalk-adapter.ts'
import { createFeishuAdapter } from './feishu-adapter.ts'
import { createPresetFetch } from './preset-fetch.ts'
import { createWechatAdapter } from './wechat-adapter.ts'
import { createWecomAdapter } from './wecom-adapter.ts'

export const createPresets = (fetch: OutsideFetch): Record<Exclude<ProviderKind, 'oidc'>, Adapter> => {
  const ask = createPresetFetch(fetch)
  return {
    wecom: createWecomAdapter(ask),
    dingtalk: createDingtalkAdapter(ask),
    feishu: createFeishuAdapter(ask),
    wechat: createWechatAdapter(ask),
  }
}
