import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { Drawer } from '#ui/controls/dialogs/drawer.tsx'
import { Icon } from '#ui/icon.tsx'
import { NavLink } from '#ui/navigation/link.tsx'
import { useLater } from '#ui/use-later.ts'
import { isStaff } from '#kernel/access'
import { accountsTexts } from '#texts/accounts'
import { queryClientOf, useAccount } from '#parts/accounts'
import styles from './dashboard-layout.module.css'
import { menuOf } from './menu.ts'

const loadReminder = () => import('./second-factor-reminder.tsx')

/** The frame of the signed-in pages: the menu at the side, a sheet on phones, and the data that they share. */
export default function DashboardLayout() {
  const account = useAccount()
  const reminder = useLater(isStaff(account), loadReminder)
  return (
    <QueryClientProvider client={queryClientOf(account.email)}>
      <div className={`column ${styles.frame}`}>
        <header className={styles.greeting} data-print="no">
          <p className={styles.welcome}>{accountsTexts.greeting}</p>
          <PhoneMenu />
        </header>
        <div className={styles.side} data-print="no">
          <div className={styles.sticky}>
            <nav className={styles.menu} aria-label={accountsTexts.dashboardMenu}>
              <Entries />
            </nav>
            {reminder && <reminder.SecondFactorReminder />}
          </div>
        </div>
        <div className={styles.page}>
          <Outlet />
        </div>
      </div>
    </QueryClientProvider>
  )
}

function Entries({ onGo }: { onGo?: () => void }) {
  const account = useAccount()
  return (
    <ul role="list" className={styles.entries}>
      {menuOf(account).map(({ to, label, end = false }) => (
        <li key={to}>
          <NavLink to={to} end={end} className={styles.entry ?? ''} onClick={onGo}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function PhoneMenu() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className={styles.phone}>
      <Button
        variant="quiet"
        size="small"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-label={accountsTexts.dashboardMenu}
      >
        <Icon name="menu" size={18} />
        {accountsTexts.menu}
      </Button>
      <Drawer open={isOpen} onClose={close} title={accountsTexts.dashboard}>
        <nav aria-label={accountsTexts.dashboardMenu}>
          <Entries onGo={close} />
        </nav>
      </Drawer>
    </div>
  )
}
