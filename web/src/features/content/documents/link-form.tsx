import { maxLinkDays } from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { DateTimeField, NumberField, PasswordField, SwitchField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'

const { links, createLink } = documentLinksContract
type Values = z.input<typeof createLink.body>
const usualLife = 7 * 24 * 60 * 60 * 1000

type LinkFormProps = { documentId: string; onMade: (token: string) => void; onClosed: () => void }

/** Makes a link to a file. */
export const LinkForm = ({ documentId, onMade, onClosed }: LinkFormProps) => {
  const [expireTime] = useState(() => new Date(Date.now() + usualLife).toISOString())
  return (
    <WriteForm
      title="新建分享链接"
      act="新建链接"
      endpoint={createLink}
      params={{ id: documentId }}
      labels={{ expireTime: '到期时间', password: '访问密码', downloadable: '允许下载', mostUses: '可用次数' }}
      initial={{ password: '', expireTime, downloadable: true, mostUses: null }}
      invalidates={[links]}
      onDone={({ token }) => onMade(token)}
      onClosed={onClosed}
    >
      <DateTimeField<Values> name="expireTime" placeholder="请选择到期时间" help={`最长 ${maxLinkDays} 天`} />
      <PasswordField<Values>
        name="password"
        required={false}
        maxLength={32}
        placeholder="选填，6-32 位"
        help="请通过其他方式告知对方"
      />
      <SwitchField<Values> name="downloadable" required={false} help="关闭后仅可在线查看" />
      <NumberField<Values> name="mostUses" required={false} help="每次预览或下载扣减一次，不填表示不限次数" />
    </WriteForm>
  )
}
