import {
  type PostRow,
  postsContract,
  postUpdate,
  postWrite,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { NumberField, TextField } from '../../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'

const { list, create, update } = postsContract
const labels = { name: '岗位名称', code: '编码', level: '级别' } as const
type Values = z.input<typeof postWrite>

const Fields = () => (
  <>
    <TextField<Values> name="name" maxLength={30} />
    <TextField<Values> name="code" maxLength={30} />
    <NumberField<Values> name="level" help="0-99，列表按级别排列" />
  </>
)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<PostRow>, 'row'>) => {
  const write = useWrite(create, { invalidates: [list], onDone: ({ id }) => onSaved(id) })
  return (
    <DrawerForm
      title="新增岗位"
      schema={postWrite}
      labels={labels}
      initial={{ name: '', code: '', level: 0 }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <Fields />
    </DrawerForm>
  )
}

const EditForm = ({ row, onSaved, onClosed }: ListFormProps<PostRow> & { row: PostRow }) => {
  const write = useWrite(update, { invalidates: [list], onDone: () => onSaved(row.id) })
  const { id, name, code, level, version } = row
  return (
    <DrawerForm
      title="编辑岗位"
      schema={postUpdate}
      labels={labels}
      initial={{ name, code, level, version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
      onClosed={onClosed}
    >
      <Fields />
    </DrawerForm>
  )
}

/** Adds or edits a post. */
export const PostForm = ({ row, ...rest }: ListFormProps<PostRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
