import {
  type OrganizationDetail,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useNavigate } from 'react-router'
import type { RowAction, RowDrawerProps } from '../../../../kernel/listing/use-row-actions.ts'
import { usePage } from '../../../../kernel/page/page-context.ts'
import { t } from '../../../../ui/texts.ts'
import { MergeForm, MoveForm } from '../move-forms.tsx'
import { AddForm, EditForm } from '../organization-form.tsx'
import { SplitForm } from '../split-form.tsx'

const { create, update, move } = organizationsContract
type Props = RowDrawerProps<OrganizationDetail>

/** Opens the page of another organisation. */
const useOpenOrganization = () => {
  const { path } = usePage()
  const navigate = useNavigate()
  return (id: string) => void navigate(`${path.slice(0, path.lastIndexOf('/'))}/${id}`)
}

const Edit = ({ row, onClosed }: Props) => <EditForm organization={row} onClosed={onClosed} />
const AddBelow = ({ row, onClosed }: Props) => {
  const open = useOpenOrganization()
  return <AddForm parent={row.id} onSaved={open} onClosed={onClosed} />
}
const Move = ({ row, onClosed }: Props) => <MoveForm organization={row} onClosed={onClosed} />
const Merge = ({ row, onClosed }: Props) => {
  const open = useOpenOrganization()
  return <MergeForm organization={row} onMerged={open} onClosed={onClosed} />
}
const Split = ({ row, onClosed }: Props) => {
  const open = useOpenOrganization()
  return <SplitForm organization={row} onCreated={open} onClosed={onClosed} />
}

/** What may be done with an organisation on its page; one without members is deleted in the tree. */
export const organizationActs: readonly RowAction<OrganizationDetail>[] = [
  { label: t('编辑'), endpoint: update, drawer: Edit },
  { label: t('新增下级'), endpoint: create, when: ({ status }) => status === 1, drawer: AddBelow },
  { label: t('移动'), endpoint: move, drawer: Move },
  { label: t('合并'), endpoint: move, drawer: Merge },
  { label: t('拆分'), endpoint: move, when: ({ leaf, users }) => !leaf || users > 0, drawer: Split },
]
