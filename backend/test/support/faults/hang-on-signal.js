/** A server preloads this file, and hangs once it gets SIGUSR2. */
process.on('SIGUSR2', function hang() {
  for (;;);
});
