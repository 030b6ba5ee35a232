import { useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { t } from '../../ui/texts.ts'
import './key-help.css'

const groups = [
  {
    title: t('任何页面'),
    keys: [
      ['Ctrl K', t('搜索或输入操作（Mac：⌘ K）')],
      ['?', t('显示本说明')],
      ['Esc', t('关闭抽屉或对话框')],
      ['Shift F10', t('页签的菜单')],
    ],
  },
  {
    title: t('搜索或输入操作'),
    keys: [
      ['↑ ↓', t('选择')],
      ['Enter', t('打开')],
      ['Ctrl Enter', t('在新标签页打开')],
    ],
  },
  {
    title: t('列表'),
    keys: [
      ['/', t('搜索')],
      ['n', t('新增')],
      ['r', t('刷新')],
    ],
  },
  {
    title: t('树和权限表格'),
    keys: [
      ['↑ ↓ ← →', t('移动')],
      ['Home End', t('第一项、最后一项')],
      [t('空格'), t('勾选')],
    ],
  },
  {
    title: t('我的复核'),
    keys: [
      ['j k', t('下一行、上一行')],
      ['b', t('保留')],
      ['s', t('收回')],
    ],
  },
] as const

/** Help on all keyboard shortcuts. */
export const KeyHelp = ({ onClosed }: { onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={t('键盘快捷键')} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="key-help">
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Drawer>
  )
}
