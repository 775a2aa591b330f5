// threads
