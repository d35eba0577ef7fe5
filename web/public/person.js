try {
  if (localStorage.user) document.documentElement.dataset.person = '';
} catch {}
