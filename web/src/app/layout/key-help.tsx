import { useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import './key-help.css'

const groups = [
  {
    title: '任何页面',
    keys: [
      ['Ctrl K', '搜索或输入操作（Mac：⌘ K）'],
      ['?', '显示本说明'],
      ['Esc', '关闭抽屉或对话框'],
      ['Shift F10', '页签的菜单'],
    ],
  },
  {
    title: '搜索或输入操作',
    keys: [
      ['↑ ↓', '选择'],
      ['Enter', '打开'],
      ['Ctrl Enter', '在新标签页打开'],
    ],
  },
  {
    title: '列表',
    keys: [
      ['/', '搜索'],
      ['n', '新增'],
      ['r', '刷新'],
    ],
  },
  {
    title: '树和权限表格',
    keys: [
      ['↑ ↓ ← →', '移动'],
      ['Home End', '第一项、最后一项'],
      ['空格', '勾选'],
    ],
  },
  {
    title: '我的复核',
    keys: [
      ['j k', '下一行、上一行'],
      ['b', '保留'],
      ['s', '收回'],
    ],
  },
] as const

/** Help on all keyboard shortcuts. */
export const KeyHelp = ({ onClosed }: { onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title="键盘快捷键" open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
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
