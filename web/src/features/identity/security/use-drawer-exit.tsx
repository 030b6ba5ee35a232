import { useState } from 'react'
import { useUnloadGuard } from '../../../kernel/forms/use-unload-guard.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.ts'

type Guard = { busy: boolean; isDirty: boolean }
type ExitQuestion = { title: string; body: string; confirm: string }

const unsaved: ExitQuestion = {
  title: '放弃未保存的修改？',
  body: '关闭后，填写的内容不会保留。',
  confirm: '放弃修改',
}

/** Closing of a drawer: refused while a task runs, confirmed if changes would be lost. */
export const useDrawerExit = ({ busy, isDirty }: Guard, exitQuestion: ExitQuestion | undefined = unsaved) => {
  const [open, setOpen] = useState(true)
  const [ask, question] = useConfirm()
  useUnloadGuard(() => open && isDirty)
  const close = () => setOpen(false)
  const tryClose = () => {
    if (busy) return toast.warning('有任务正在执行中')
    if (!isDirty) return close()
    ask({ ...exitQuestion, cancel: '返回', danger: true, run: close })
  }
  return { open, close, tryClose, question }
}
export type DrawerExit = ReturnType<typeof useDrawerExit>
