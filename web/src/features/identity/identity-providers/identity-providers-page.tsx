import { identityProvidersContract } from '@atrium/contract/features/identity/identity-providers/identity-providers.contract.ts'
import type { ProviderRow } from '@atrium/contract/features/identity/identity-providers/provider-fields.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { ConnectionTest } from './connection-test.tsx'
import { ProviderForm } from './provider-form.tsx'
import { kindNames, kindOptions } from './provider-words.ts'
import { RemovalQuestion } from './removal-question.tsx'

const { list, create, update, remove, test } = identityProvidersContract

const rowActions: readonly RowAction<ProviderRow>[] = [
  { label: t('测试连接'), endpoint: test, drawer: ConnectionTest },
  { label: t('删除'), endpoint: remove, danger: true, drawer: RemovalQuestion },
]

/** Where the company's people sign in instead of by a password here. */
export const IdentityProvidersPage = () => (
  <ListPage
    contract={{ list, create, update }}
    texts={{
      noun: t('身份源'),
      purpose: t('用户可使用企业微信、钉钉、飞书等外部账号登录，无需另记密码。'),
      searchHint: t('按钮文字'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: t('按钮文字'), leastWidth: 140 },
      { field: 'kind', title: t('类型'), width: 140, show: (kind) => kindNames[kind] },
      {
        field: 'enabled',
        title: t('状态'),
        width: 80,
        show: (on) => <Tag tone={on ? 'good' : 'plain'}>{on ? t('已启用') : t('已停用')}</Tag>,
      },
      { field: 'links', title: t('已关联'), width: 80, alignRight: true },
      { field: 'createsPeople', title: t('自动创建账号'), width: 120, show: (on) => (on ? t('是') : t('否')) },
      {
        field: 'mailDomains',
        title: t('邮箱域名'),
        leastWidth: 140,
        show: (domains) => listText(domains) || t('不限', { context: 'any' }),
      },
      { field: 'clientId', title: t('应用标识'), width: 200, show: (id) => <code>{id}</code> },
    ]}
    filters={[{ kind: 'select', name: 'kind', label: t('类型'), options: kindOptions }]}
    actions={{ row: rowActions, timeline: 'identityProvider' }}
    form={ProviderForm}
  />
)
