import {
  type RegistrationRow,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { RegistrationDetails } from './registration-details.tsx'
import { RegistrationState } from './registration-state.tsx'
import { kindNames, kindOptions, stateOptions } from './registration-words.ts'
import { RejectRegistrationForm } from './reject-form.tsx'

const { list, approve, reject } = registrationsContract
const isOpen = ({ state }: RegistrationRow) => state === 'review'

const consequence = ({ account, ent }: RegistrationRow) =>
  ent
    ? t('将创建公司“{name}”，账号 {account} 为其管理员，可立即登录，并收到短信通知。', { name: ent.name, account })
    : t('账号 {account} 可立即登录，并收到短信通知。', { account })

/** Registrations and their approval. */
export const RegistrationsPage = () => (
  <ListPage
    contract={registrationsContract}
    texts={{
      noun: t('注册申请'),
      purpose: t('注册方式为“申请”时，注册申请在此审核，通过后账号方可登录。'),
      searchHint: t('账号、姓名'),
    }}
    columns={[
      { field: 'name', title: t('申请人'), show: (_name, row) => userName(row) },
      { field: 'kind', title: t('类型'), width: 76, show: (kind) => <Tag>{kindNames[kind]}</Tag> },
      { field: 'ent', title: t('公司'), show: (ent) => ent?.name },
      { field: 'phone', title: t('手机号'), width: 128 },
      { field: 'state', title: t('状态'), width: 88, show: (_state, row) => <RegistrationState {...row} /> },
      { field: 'createTime', title: t('申请时间'), width: 176, show: (at) => <Time at={at} /> },
      { field: 'decideBy', title: t('审核人'), width: 108, show: (by) => by?.name },
    ]}
    filters={[
      { kind: 'select', name: 'state', label: t('状态'), options: stateOptions },
      { kind: 'select', name: 'kind', label: t('类型'), options: kindOptions },
    ]}
    actions={{
      row: [
        {
          label: t('通过'),
          endpoint: approve,
          when: isOpen,
          confirm: (row) => ({
            title: t('通过“{name}”的注册申请？', { name: row.name }),
            body: consequence(row),
            run: () => call(approve, { params: { id: row.id }, body: { version: row.version } }),
          }),
        },
        { label: t('驳回'), endpoint: reject, when: isOpen, drawer: RejectRegistrationForm },
        { label: t('详情'), endpoint: list, drawer: RegistrationDetails },
      ],
      timeline: 'registration',
    }}
  />
)
