/** A server preloads this file, and hangs when it gets SIGUSR2. */
process.on('SIGUSR2', function hang() {
  for (;;);
});
